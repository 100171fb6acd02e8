import { useTranslation } from "react-i18next";

import { Paper } from "#src/components/ui/Paper.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./SendFormSkeleton.module.css";

/** The form before groups and open orders are known, in the measures of what comes. */
export function SendFormSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.form} aria-busy="true">
      <output className="visually-hidden">{t("app:loading")}</output>
      <Paper>
        <div className={styles.preview}>
          <span className={styles.envelope} />
          <span className={styles.line} />
        </div>
      </Paper>
      <Section isPadded>
        <span className={styles.amount} />
        <span className={styles.control} />
        <span className={styles.stepper} />
        <span className={styles.line} />
      </Section>
      <Section isPadded>
        <span className={styles.field} />
        <span className={styles.field} />
      </Section>
    </div>
  );
}
