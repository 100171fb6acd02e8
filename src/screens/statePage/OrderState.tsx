import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import {
  findShownStatus,
  isOpenStatus,
  isPayableStatus,
  isPaymentSent,
  isUntouched,
} from "#machines/lifecycle/order/orderStatuses.ts";
import { orderFollowFlow } from "#src/adapters/actors/follow.ts";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { FinalityNote } from "#src/components/shell/FinalityNote.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import type { OutcomeLook } from "#src/components/ui/Outcome.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildOrderPath } from "#src/routes/links.ts";

import styles from "./StateScreen.module.css";
import { StateOutcome, StateScreen, StateUnread } from "./StateScreen.tsx";

type Order = components["schemas"]["Order"];

const LOOKS: Readonly<Record<ReturnType<typeof findShownStatus>, OutcomeLook>> = {
  awaitingPayment: { icon: "clock", tone: "plain" },
  sent: { icon: "sent", tone: "gold" },
  partiallyPaid: { icon: "clock", tone: "warn" },
  confirming: { icon: "shield", tone: "gold" },
  paid: { icon: "check", tone: "gold" },
  cancelled: { icon: "cross", tone: "plain" },
  expired: { icon: "clock", tone: "warn" },
};

/** An order, followed until it ends. */
export function OrderState({ orderId }: { orderId: string }) {
  const { t, i18n } = useTranslation();
  const flow = useFlow(orderFollowFlow, { input: { id: orderId, reading: null } });
  const order = flow?.view.reading?.order ?? null;
  if (flow === null || order === null) {
    return <StateUnread flow={flow} />;
  }
  const status = findShownStatus(order);
  return (
    <StateScreen next={findNext(order)}>
      <StateOutcome
        {...LOOKS[status]}
        isWaiting={status === "confirming" || status === "sent"}
        title={t(`envelope:order.status.${status}`)}
        text={tellNext(order, t, i18n.language)}
        amount={order.amount}
        coinType={order.coinType}
        rows={<OrderRows order={order} />}
        chart="order"
        life={order.life}
        failure={flow.view}
      >
        {order.status === "confirming" && (
          <p className={styles.line}>
            <FinalityNote minutes={findFinalityMinutes(order.network.id)} />
          </p>
        )}
      </StateOutcome>
    </StateScreen>
  );
}

/** An order that is to be paid goes on where it can be. */
function findNext(order: Order) {
  const [envelopeId] = order.envelopeIds;
  if (isUntouched(order) && envelopeId !== undefined) {
    return { to: buildOrderPath(envelopeId), labelKey: "envelope:send.resume" };
  }
  return { to: "/sendRecord?tab=sent", labelKey: "envelope:outcome.next" };
}

/** What became of the money, or until when it is awaited. */
function tellNext(order: Order, t: TFunction, language: string): string | undefined {
  const { status } = order;
  if (isPaymentSent(order)) return t("envelope:order.reported");
  if (isPayableStatus(status)) {
    if (order.isOverdue) return t("wallet:payment.overdueText");
    return t("envelope:send.unpaidUntil", { time: formatTime(order.expiresAt, language) });
  }
  if (isOpenStatus(status) || status === "paid") return undefined;
  return t(order.paidAmount === "0" ? "envelope:send.cancelledText" : "envelope:send.cancelledPaidText");
}

function OrderRows({ order }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <>
      {order.paidAmount !== "0" && order.status !== "paid" && (
        <ReceiptRow label={t("envelope:send.arrived")}>
          <PricedAmount amount={order.paidAmount} coinType={order.coinType} />
        </ReceiptRow>
      )}
      <ReceiptRow label={t("wallet:payment.network")}>{order.network.name}</ReceiptRow>
      {order.fromAddress !== null && (
        <ReceiptRow label={t("wallet:payment.from")} isWide>
          <Address address={order.fromAddress} />
        </ReceiptRow>
      )}
    </>
  );
}
