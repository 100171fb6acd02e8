import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import type { PaymentOrderView, PaymentTermsView } from "#machines/payment/payment.view.ts";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";

import { PurchaseRows } from "./PurchaseRows.tsx";
import styles from "./Receipt.module.css";

interface PaymentTermsProps {
  terms: PaymentTermsView;
  /** What is bought, and for whom; null leaves it out. */
  order: PaymentOrderView | null;
}

/** What the wallet will be asked to sign: exact amount, network, from, to, the most that gas can cost. */
export function PaymentTerms({ terms, order }: PaymentTermsProps) {
  const { t } = useTranslation();
  return (
    <Paper isScalloped>
      <dl>
        <div className={styles.head}>
          <dt className={styles.caption}>{t("wallet:payment.amount")}</dt>
          <dd className={styles.due}>
            <HeroAmount amount={terms.amount} coinType={terms.coinType} />
          </dd>
        </div>
        <ReceiptRow label={t("wallet:payment.network")}>{terms.networkName}</ReceiptRow>
        <ReceiptRow label={t("wallet:payment.from")} isWide>
          <Address address={terms.from} />
        </ReceiptRow>
        <ReceiptRow label={t("wallet:payment.to")} isWide after={<CopyButton text={terms.to} variant="plain" />}>
          <Address address={terms.to} />
        </ReceiptRow>
        {terms.gas === null ? (
          <ReceiptRow label={t("wallet:payment.maxFee")}>
            <PricedAmount amount={terms.maxFee} coinType={terms.coinType} />
          </ReceiptRow>
        ) : (
          <ReceiptRow label={t("wallet:payment.gas")}>
            <PricedAmount amount={terms.gas.amount} coinType={terms.gas.coinType} />
          </ReceiptRow>
        )}
        <ReceiptRow label={t("wallet:payment.balance")}>
          <PricedAmount amount={terms.balance} coinType={terms.coinType} />
        </ReceiptRow>
        {order !== null && <PurchaseRows order={order} hasOwner />}
      </dl>
      {!terms.canAfford && (
        <p role="alert" className={styles.short}>
          <Icon name="warning" sizePx={20} />
          <span>{t("wallet:failure.insufficientBalance")}</span>
        </p>
      )}
      {terms.canAfford && terms.gas?.isShort === true && (
        <p role="alert" className={styles.short}>
          <Icon name="warning" sizePx={20} />
          <span>{t("wallet:payment.gasShort", { coin: COINS[terms.gas.coinType].ticker })}</span>
        </p>
      )}
    </Paper>
  );
}
