import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { findShownStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import styles from "./UnpaidOrders.module.css";

type Order = EnvelopeSendView["unpaidOrders"][number];

/** Orders that were sent before and are not paid yet. Several are folded, so that the form stays in view. */
export function UnpaidOrders({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { unpaidOrders } = view;
  if (unpaidOrders.length === 0) return null;
  const title = t("envelope:send.unpaid");
  const cells = unpaidOrders.map((order) => (
    <UnpaidOrder
      key={order.orderId}
      order={order}
      onResume={() => send({ type: "ui.resume", orderId: order.orderId })}
    />
  ));
  return cells.length === 1 ? (
    <Section title={title}>{cells}</Section>
  ) : (
    <Section>
      <details className={styles.several}>
        <summary className={styles.summary}>
          <Icon name="clock" />
          <span className={styles.title}>{title}</span>
          <Badge tone="warn">{cells.length}</Badge>
          <Icon name="chevronRight" sizePx={20} />
        </summary>
        {cells}
      </details>
    </Section>
  );
}

function UnpaidOrder({ order, onResume }: { order: Order; onResume: () => void }) {
  const { t, i18n } = useTranslation();
  const status = findShownStatus(order);
  return (
    <Cell
      title={
        <>
          <Amount amount={order.amount} coinType={order.coinType} />{" "}
          <span className={styles.worth}>
            <Worth amount={order.amount} coinType={order.coinType} />
          </span>
        </>
      }
      subtitle={
        status === "sent"
          ? undefined
          : t("envelope:send.unpaidUntil", { time: formatTime(order.expiresAt, i18n.language) })
      }
      before={<Icon name="clock" />}
      after={
        // The heading says what most of them wait for.
        status !== "awaitingPayment" && (
          <Badge tone={status === "sent" ? "good" : viewOrder({ value: order.status }).tone}>
            {t(`envelope:order.status.${status}`)}
          </Badge>
        )
      }
      onClick={onResume}
    />
  );
}
