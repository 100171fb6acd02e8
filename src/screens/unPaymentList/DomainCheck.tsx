import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import { isTrustedPage } from "#src/page/isTrustedPage.ts";

import styles from "./DomainCheck.module.css";

/** Where this page really is, and the official names to compare it with. */
export function DomainCheck({ domain }: { domain: PaymentView["domain"] }) {
  const { t } = useTranslation();
  const isAlarming = domain.hasWarning && !isTrustedPage(window.location, domain.officialDomains);
  return (
    <aside className={styles.banner} data-bad={isAlarming || undefined}>
      <Icon name={isAlarming ? "warning" : "shield"} />
      <div className={styles.words} role={isAlarming ? "alert" : undefined}>
        <p className={styles.host}>{t("wallet:payment.thisDomain", { domain: window.location.host })}</p>
        <p>{t("app:domain.warning")}</p>
        {domain.officialDomains.length > 0 && (
          <p className={styles.official}>{t("app:domain.official", { domains: domain.officialDomains.join(", ") })}</p>
        )}
      </div>
    </aside>
  );
}
