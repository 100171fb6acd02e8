import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import type { PaymentTermsView } from "#machines/payment/payment.view.ts";
import { Amount } from "#src/components/Amount.tsx";
import { Section } from "#src/components/Section.tsx";

import styles from "./UnPaymentList.module.css";

interface PaymentTermsProps {
  terms: PaymentTermsView;
  coinType: CoinType;
}

/** What the wallet will be asked to sign: network, exact amount, from, to, the most that gas can cost. */
export function PaymentTerms({ terms, coinType }: PaymentTermsProps) {
  const { t } = useTranslation();
  return (
    <Section isPadded>
      <dl className={styles.terms}>
        <dt>{t("wallet:payment.amount")}</dt>
        <dd>
          <Amount amount={terms.amount} coinType={coinType} size="large" />
        </dd>
        <dt>{t("wallet:payment.network")}</dt>
        <dd>{terms.networkName}</dd>
        <dt>{t("wallet:payment.from")}</dt>
        <dd className={styles.address}>{terms.from}</dd>
        <dt>{t("wallet:payment.to")}</dt>
        <dd className={styles.address}>{terms.to}</dd>
        <dt>{t("wallet:payment.maxFee")}</dt>
        <dd>
          <Amount amount={terms.maxFee} coinType={coinType} />
        </dd>
        <dt>{t("wallet:payment.balance")}</dt>
        <dd>
          <Amount amount={terms.balance} coinType={coinType} />
        </dd>
      </dl>
      {!terms.canAfford && (
        <p role="alert" className={styles.warning}>
          {t("wallet:failure.insufficientBalance")}
        </p>
      )}
    </Section>
  );
}
