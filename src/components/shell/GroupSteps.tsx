import { useTranslation } from "react-i18next";

import { useOpenLink } from "#src/hooks/useOpenLink.ts";

import styles from "./GroupSteps.module.css";

/** How a group gets into the app, step by step. `botUsername`: null while it is not known. */
export function GroupSteps({ botUsername }: { botUsername: string | null }) {
  const { t } = useTranslation();
  const openLink = useOpenLink();
  return (
    <ol className={styles.steps}>
      <li>
        {botUsername === null ? (
          t("home:groups.addBot")
        ) : (
          <a
            className={styles.link}
            href={`https://t.me/${botUsername}?startgroup=true`}
            target="_blank"
            rel="noopener noreferrer"
            onClick={openLink}
          >
            {t("home:groups.addBot")}
          </a>
        )}
      </li>
      <li>{t("home:groups.openFromChat")}</li>
    </ol>
  );
}
