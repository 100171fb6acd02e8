import { useTranslation } from "react-i18next";

import styles from "./StatePage.module.css";

/** Why what is shown may be old; nothing while it is new. */
export function StateProblem({ failureKey }: { failureKey: string | null }) {
  const { t } = useTranslation();
  if (failureKey === null) return null;
  return (
    <p role="alert" className={styles.problem}>
      {t(failureKey)}
    </p>
  );
}
