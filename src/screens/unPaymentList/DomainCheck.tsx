import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";

import styles from "./UnPaymentList.module.css";

/** Where this page really is, and the official names to compare it with. */
export function DomainCheck({ domain }: { domain: PaymentView["domain"] }) {
  const { t } = useTranslation();
  return (
    <aside className={domain.hasWarning ? styles.domainBad : styles.domain}>
      <p>{t("app:domain.warning")}</p>
      <p className={styles.host}>{t("wallet:payment.thisDomain", { domain: window.location.host })}</p>
      {domain.officialDomains.length > 0 && (
        <p className={styles.host}>{t("app:domain.official", { domains: domain.officialDomains.join(", ") })}</p>
      )}
    </aside>
  );
}
