import { useTranslation } from "react-i18next";

import { Icon } from "#src/components/ui/Icon.tsx";
import { formatTime } from "#src/format/formatTime.ts";

import styles from "./SpendingBlock.module.css";

/** Says until when nothing can leave the account, and why; nothing where nothing is blocked. */
export function SpendingBlock({ until }: { until: string | null }) {
  const { t, i18n } = useTranslation();
  if (until === null) return null;
  return (
    <p className={styles.block}>
      <Icon name="shield" sizePx={20} />
      <span>{t("codes:block", { time: formatTime(until, i18n.language) })}</span>
    </p>
  );
}
