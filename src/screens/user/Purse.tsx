import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { joinSentences } from "#src/format/joinSentences.ts";

import styles from "./Purse.module.css";

interface PurseProps {
  /** Whether it can be withdrawn. */
  hasPayouts: boolean;
  children: ReactNode;
}

/** The balance on the letter in an envelope. */
export function Purse({ hasPayouts, children }: PurseProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.purse}>
      <div className={styles.letter} data-ground="paper">
        <h2 className={styles.title}>{t("envelope:user.balance")}</h2>
        {children}
      </div>
      <div className={styles.pocket} data-ground="stage">
        <svg className={styles.edge} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 0Q50 36 100 0V20H0Z" />
          <path data-part="hem" d="M0 0Q50 36 100 0" />
        </svg>
        <p className={styles.note}>
          {joinSentences(t("envelope:user.balanceHint"), hasPayouts && t("envelope:user.withdrawHint"))}
        </p>
      </div>
    </section>
  );
}
