import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";

import styles from "./TransactionLink.module.css";

/** The way to the transaction in the network's explorer; its hash where the network has none. */
export function TransactionLink({ view: { txHash, explorerUrl } }: { view: PaymentView }) {
  const { t } = useTranslation();
  if (explorerUrl !== null) {
    return (
      <ButtonLink href={explorerUrl} variant="plain" icon="linkOut">
        {t("wallet:payment.explorer")}
      </ButtonLink>
    );
  }
  return txHash === null ? null : (
    <div className={styles.transaction}>
      <p className={styles.label}>{t("wallet:payment.transaction")}</p>
      <p>
        <Address address={txHash} />
      </p>
    </div>
  );
}
