import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { findShownStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { PricedAmount } from "#src/components/amount/PricedAmount.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { PurchaseRows } from "#src/screens/unPaymentList/PurchaseRows.tsx";

import styles from "./OrderReceipt.module.css";
import { TimeLeft } from "./TimeLeft.tsx";

type Order = components["schemas"]["Order"];

interface OrderReceiptProps {
  order: Order;
  /** What is still to be paid of it, whole-coin decimal text. */
  dueAmount: string;
}

const ICONS: Readonly<Record<ReturnType<typeof findShownStatus>, IconName>> = {
  sent: "sent",
  awaitingPayment: "clock",
  partiallyPaid: "clock",
  confirming: "shield",
  paid: "check",
  cancelled: "cross",
  expired: "clock",
};

/** What is to be paid, from which wallet, until when. */
export function OrderReceipt({ order, dueAmount }: OrderReceiptProps) {
  const { t, i18n } = useTranslation();
  const status = findShownStatus(order);
  const { tone, ...life } = viewOrder({ value: order.status });
  const isPayable = life.isPayable && status !== "sent";
  return (
    <Paper isScalloped>
      <div>
        <div className={styles.head}>
          <p className={styles.caption}>{t(isPayable ? "envelope:send.toPay" : "envelope:send.total")}</p>
          <Amount amount={life.isPayable ? dueAmount : order.amount} coinType={order.coinType} size="hero" />
          <p className={styles.worth}>
            <Fiat amount={life.isPayable ? dueAmount : order.amount} coinType={order.coinType} />
          </p>
          <p className={styles.status}>
            <Badge tone={status === "sent" ? "good" : tone} icon={ICONS[status]}>
              {t(`envelope:order.status.${status}`)}
            </Badge>
            {isPayable && <TimeLeft until={order.expiresAt} />}
          </p>
        </div>
        <dl>
          {order.paidAmount !== "0" && (
            <ReceiptRow label={t("envelope:send.arrived")}>
              <Prices coinTypes={[order.coinType]}>
                <PricedAmount amount={order.paidAmount} coinType={order.coinType} />
              </Prices>
            </ReceiptRow>
          )}
          {life.isPayable && <ReceiptRow label={t("wallet:payment.network")}>{order.network.name}</ReceiptRow>}
          <PurchaseRows order={order} hasOwner={false} />
          {order.fromAddress !== null && (
            <ReceiptRow label={t("envelope:send.payFrom")} isWide>
              <Address address={order.fromAddress} />
            </ReceiptRow>
          )}
        </dl>
      </div>
      {isPayable && (
        <p className={styles.until}>
          {t("envelope:send.unpaidUntil", { time: formatTime(order.expiresAt, i18n.language) })}
        </p>
      )}
    </Paper>
  );
}
