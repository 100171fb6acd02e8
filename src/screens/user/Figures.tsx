import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Section } from "#src/components/ui/Section.tsx";

import styles from "./Figures.module.css";

type Figure = "amountSent" | "amountReceived" | "quantityReceived";

/** What an account has sent and received, beside each other. */
export function Figures(values: Readonly<Record<Figure, ReactNode>>) {
  const { t } = useTranslation();
  return (
    <Section>
      <dl className={styles.figures}>
        <div className={styles.figure}>
          <dt>{t("envelope:user.amountSent")}</dt>
          <dd>{values.amountSent}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{t("envelope:user.amountReceived")}</dt>
          <dd>{values.amountReceived}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{t("envelope:user.quantityReceived")}</dt>
          <dd>{values.quantityReceived}</dd>
        </div>
      </dl>
    </Section>
  );
}
