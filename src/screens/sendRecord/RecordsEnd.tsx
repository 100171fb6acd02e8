import { useTranslation } from "react-i18next";

import styles from "./RecordsEnd.module.css";

interface RecordsEndProps {
  shown: number;
  total: number;
}

/** The end of a list that fits the window is obvious. */
const LONG_LIST = 8;

/** Says that a long list has nothing more. */
export function RecordsEnd({ shown, total }: RecordsEndProps) {
  const { t } = useTranslation();
  if (shown < total || shown < LONG_LIST) return null;
  return <p className={styles.end}>{t("envelope:record.end")}</p>;
}
