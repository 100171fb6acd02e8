import { useTranslation } from "react-i18next";

import type { OrderMark, PaymentOrderView, PaymentView } from "#machines/payment/payment.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat, PricedAmount, Worth } from "#src/components/amount/Worth.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { NameList } from "#src/components/ui/NamedList.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { formatTime } from "#src/format/formatTime.ts";

import styles from "./OrderChoice.module.css";
import { PurchaseRows } from "./PurchaseRows.tsx";
import receipt from "./Receipt.module.css";

/** The unpaid orders: one as a receipt, several to choose from. */
export function OrderChoice({ view, send }: FlowProps<"payment", PaymentView>) {
  const { t } = useTranslation();
  const [first] = view.orders;
  const choose = (orderId: string) => send({ type: "ui.chooseOrder", orderId });
  return (
    <>
      <h2 className={view.orders.length === 1 ? "visually-hidden" : styles.title}>{t(view.titleKey)}</h2>
      {view.orders.length === 1 && first !== undefined ? (
        <OrderReceipt order={first} onChoose={() => choose(first.orderId)} />
      ) : (
        <ul className={styles.orders}>
          {view.orders.map((order) => (
            <li key={order.orderId}>
              <OrderCard order={order} onChoose={() => choose(order.orderId)} />
            </li>
          ))}
        </ul>
      )}
      <OrderNote view={view} />
    </>
  );
}

/** Says why the chosen order cannot be paid on this page. */
function OrderNote({ view: { order, isPayable } }: { view: PaymentView }) {
  const { t } = useTranslation();
  if (order === null || isPayable) return null;
  switch (order.mark) {
    case "overdue":
      return <output className={styles.note}>{t("wallet:payment.overdueText")}</output>;
    case "unpaid":
    case "partlyPaid":
    case "unanswered":
      return (
        <p role="alert" className={styles.warning}>
          {t("wallet:payment.notPayableHere")}
        </p>
      );
    case "confirming":
    case "reported":
    case "paid":
    case "ended":
      return null;
  }
}

interface OrderReceiptProps {
  order: PaymentOrderView;
  onChoose: () => void;
}

/** What is to be paid, until when, and from which wallet. As on every order's card, its head chooses it. */
function OrderReceipt({ order, onChoose }: OrderReceiptProps) {
  const { t, i18n } = useTranslation();
  const isOpen = isDue(order.mark);
  return (
    <Paper isScalloped>
      <div>
        <button type="button" className={receipt.head} aria-pressed={order.isChosen} onClick={onChoose}>
          <span className={receipt.caption}>{t(isOpen ? "wallet:payment.due" : "wallet:payment.amount")}</span>
          <Amount amount={order.dueAmount} coinType={order.coinType} size="hero" />
          <span className={receipt.worth}>
            <Fiat amount={order.dueAmount} coinType={order.coinType} />
          </span>
          {order.mark !== "partlyPaid" && <OrderBadge mark={order.mark} />}
          {isOpen && (
            <span className={receipt.until}>
              <Icon name="clock" sizePx={18} />
              <span>{t("wallet:payment.until", { time: formatTime(order.expiresAt, i18n.language) })}</span>
            </span>
          )}
        </button>
        <dl>
          {order.status === "partiallyPaid" && (
            <ReceiptRow label={<OrderBadge mark="partlyPaid" />}>
              <PricedAmount amount={order.paidAmount} coinType={order.coinType} />
            </ReceiptRow>
          )}
          <PurchaseRows order={order} hasOwner />
          {order.network !== null && <ReceiptRow label={t("wallet:payment.network")}>{order.network.name}</ReceiptRow>}
          {order.fromAddress !== null && (
            <ReceiptRow label={t("wallet:payment.from")} isWide>
              <Address address={order.fromAddress} />
              <p className={receipt.note}>{t("wallet:payment.fromHint")}</p>
            </ReceiptRow>
          )}
        </dl>
      </div>
    </Paper>
  );
}

interface OrderCardProps {
  order: PaymentOrderView;
  onChoose: () => void;
}

/** One of several orders, to be chosen. */
function OrderCard({ order, onChoose }: OrderCardProps) {
  const { t, i18n } = useTranslation();
  const { purchase } = order;
  const amount = order.mark === "paid" ? order.amount : order.dueAmount;
  return (
    <button type="button" className={styles.card} aria-pressed={order.isChosen} onClick={onChoose}>
      <span className={styles.mark}>{order.isChosen && <Icon name="check" sizePx={18} />}</span>
      <span className={styles.words}>
        <span className={styles.head}>
          <Amount amount={amount} coinType={order.coinType} size="large" />
          <OrderBadge mark={order.mark} />
        </span>
        <span className={styles.until}>
          <Worth amount={amount} coinType={order.coinType} />
        </span>
        {isDue(order.mark) && (
          <span className={styles.until}>
            {t("wallet:payment.until", { time: formatTime(order.expiresAt, i18n.language) })}
          </span>
        )}
      </span>
      {order.isChosen && (
        <span className={styles.from}>
          <span className={styles.until}>{t("wallet:payment.purchase")}</span>
          <span>{t(`wallet:payment.kind.${purchase.type}`, { shares: purchase.count })}</span>
          {purchase.chatTitles.length > 0 && (
            <>
              <span className={styles.until}>{t("wallet:payment.groups")}</span>
              <span className={styles.groups}>
                <NameList names={purchase.chatTitles} />
              </span>
            </>
          )}
          {order.fromAddress !== null && (
            <>
              <span className={styles.until}>{t("wallet:payment.from")}</span>
              <Address address={order.fromAddress} />
            </>
          )}
        </span>
      )}
    </button>
  );
}

const LOOKS: Readonly<Record<Exclude<OrderMark, "unpaid">, { tone: "plain" | "good" | "warn"; icon: IconName }>> = {
  partlyPaid: { tone: "warn", icon: "clock" },
  confirming: { tone: "good", icon: "shield" },
  reported: { tone: "good", icon: "send" },
  unanswered: { tone: "warn", icon: "wallet" },
  overdue: { tone: "warn", icon: "clock" },
  paid: { tone: "good", icon: "check" },
  ended: { tone: "plain", icon: "cross" },
};

/** How far an order's payment is; nothing for one that is simply to be paid. */
function OrderBadge({ mark }: { mark: OrderMark }) {
  const { t } = useTranslation();
  return mark === "unpaid" ? null : <Badge {...LOOKS[mark]}>{t(`wallet:payment.mark.${mark}`)}</Badge>;
}

/** Whether an order still waits for money, so that its deadline means something. */
function isDue(mark: OrderMark): boolean {
  return mark !== "confirming" && mark !== "paid" && mark !== "ended";
}
