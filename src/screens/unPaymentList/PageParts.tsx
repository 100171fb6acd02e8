import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useIsOnline } from "#src/hooks/useIsOnline.ts";
import { isTrustedPage } from "#src/page/isTrustedPage.ts";

import styles from "./PageParts.module.css";

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

/** Says that there is no network, while there is none. */
export function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <output className={styles.region}>
      {!isOnline && (
        <span className={styles.note}>
          <Icon name="offline" sizePx={20} />
          <span>{t("app:offline.title")}</span>
        </span>
      )}
    </output>
  );
}

/** The receipt of one order, still blank. */
export function ReceiptSkeleton() {
  return (
    <Paper isScalloped>
      <Skeleton shape="amount" rowHeightPx={72} />
      <Skeleton label="" shape="cards" rows={3} rowHeightPx={44} />
    </Paper>
  );
}
