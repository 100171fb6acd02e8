import { useTranslation } from "react-i18next";

import type { PaymentOrderView } from "#machines/payment/payment.view.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { PricedAmount } from "#src/components/amount/PricedAmount.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";

import { isDue } from "./isDue.ts";
import { OrderBadge } from "./OrderBadge.tsx";
import { PurchaseRows } from "./PurchaseRows.tsx";
import styles from "./Receipt.module.css";

interface OrderReceiptProps {
  order: PaymentOrderView;
  onChoose: () => void;
}

/** What is to be paid, until when, and from which wallet. As on every order's card, its head chooses it. */
export function OrderReceipt({ order, onChoose }: OrderReceiptProps) {
  const { t, i18n } = useTranslation();
  const isOpen = isDue(order.mark);
  return (
    <Paper isScalloped>
      <div>
        <button type="button" className={styles.head} aria-pressed={order.isChosen} onClick={onChoose}>
          <span className={styles.caption}>{t(isOpen ? "wallet:payment.due" : "wallet:payment.amount")}</span>
          <Amount amount={order.dueAmount} coinType={order.coinType} size="hero" />
          <span className={styles.worth}>
            <Fiat amount={order.dueAmount} coinType={order.coinType} />
          </span>
          {order.mark !== "partlyPaid" && <OrderBadge mark={order.mark} />}
          {isOpen && (
            <span className={styles.until}>
              <Icon name="clock" sizePx={18} />
              <span>{t("wallet:payment.until", { time: formatTime(order.expiresAt, i18n.language) })}</span>
            </span>
          )}
        </button>
        <dl>
          {order.status === "partiallyPaid" && (
            <ReceiptRow label={<OrderBadge mark="partlyPaid" />}>
              <Prices coinTypes={[order.coinType]}>
                <PricedAmount amount={order.paidAmount} coinType={order.coinType} />
              </Prices>
            </ReceiptRow>
          )}
          <PurchaseRows order={order} hasOwner />
          {order.network !== null && <ReceiptRow label={t("wallet:payment.network")}>{order.network.name}</ReceiptRow>}
          {order.fromAddress !== null && (
            <ReceiptRow label={t("wallet:payment.from")} isWide>
              <Address address={order.fromAddress} />
              <p className={styles.note}>{t("wallet:payment.fromHint")}</p>
            </ReceiptRow>
          )}
        </dl>
      </div>
    </Paper>
  );
}
