import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import { findShownStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { useSecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import type { IconName } from "#src/components/ui/Icon.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { formatTime, formatTimeLeft } from "#src/format/formatTime.ts";
import { PurchaseRows } from "#src/screens/unPaymentList/PurchaseRows.tsx";

import styles from "./SendOrder.module.css";

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
          <HeroAmount amount={life.isPayable ? dueAmount : order.amount} coinType={order.coinType} />
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
              <PricedAmount amount={order.paidAmount} coinType={order.coinType} />
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

/** The countdown shows within the last hour. */
const SHOWN_FROM_S = 3600;

/** Minutes and seconds until a moment, running. A screen reader reads them only on request. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(until);
  if (seconds === 0 || seconds >= SHOWN_FROM_S) return null;
  return (
    <span role="timer" className={styles.time}>
      {t("envelope:send.timeLeft", { time: formatTimeLeft(seconds) })}
    </span>
  );
}
