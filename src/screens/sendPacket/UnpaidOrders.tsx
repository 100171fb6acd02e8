import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import { Amount } from "#src/components/Amount.tsx";
import { Badge } from "#src/components/Badge.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { formatTime } from "#src/components/formatTime.ts";
import { Icon } from "#src/components/Icon.tsx";
import { Section } from "#src/components/Section.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

/** Orders that were sent before and are not paid yet. */
export function UnpaidOrders({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  if (view.unpaidOrders.length === 0) return null;
  return (
    <Section title={t("envelope:send.unpaid")}>
      {view.unpaidOrders.map((order) => (
        <Cell
          key={order.orderId}
          title={<Amount amount={order.amount} coinType={order.coinType} />}
          subtitle={t("envelope:send.unpaidUntil", { time: formatTime(order.expiresAt, i18n.language) })}
          before={<Icon name="clock" />}
          after={
            // The heading says what most of them wait for.
            order.status !== "awaitingPayment" && (
              <Badge tone={viewOrder({ value: order.status }).tone}>{t(`envelope:order.status.${order.status}`)}</Badge>
            )
          }
          onClick={() => {
            send({ type: "ui.resume", orderId: order.orderId });
          }}
        />
      ))}
    </Section>
  );
}
