import { useTranslation } from "react-i18next";

import { Icon } from "#src/components/ui/Icon.tsx";
import { useIsOnline } from "#src/hooks/useIsOnline.ts";

import styles from "./OfflineNote.module.css";

/** Says that there is no network, while there is none. */
export function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <output className={styles.region}>
      {!isOnline && (
        <span className={styles.note}>
          <Icon name="offline" sizePx={20} />
          <span>{t("app:offline.title")}</span>
        </span>
      )}
    </output>
  );
}
