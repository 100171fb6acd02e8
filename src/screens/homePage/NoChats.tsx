import { useTranslation } from "react-i18next";

import styles from "./NoChats.module.css";

/** How a group gets here, step by step. */
export function NoChats() {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.title}>{t("app:home.noChats")}</p>
      <ol className={styles.steps}>
        <li>{t("app:home.addBot")}</li>
        <li>{t("app:home.openFromChat")}</li>
      </ol>
    </>
  );
}
