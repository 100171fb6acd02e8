import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Amount } from "#src/components/Amount.tsx";
import { Badge } from "#src/components/Badge.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { formatTime } from "#src/components/formatTime.ts";
import { Section } from "#src/components/Section.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import styles from "./UnPaymentList.module.css";

/** The unpaid orders; the chosen one says where it is to be paid from. */
export function OrderChoice({ view, send }: FlowProps<"payment", PaymentView>) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Section title={t(view.titleKey)}>
        {view.orders.map((order) => (
          <Cell
            key={order.orderId}
            title={<Amount amount={order.amount} coinType={order.coinType} size="large" />}
            subtitle={t("wallet:payment.until", { time: formatTime(order.expiresAt, i18n.language) })}
            after={
              <Badge tone={order.orderId === view.order?.orderId ? "gold" : "warn"}>
                {t(order.orderId === view.order?.orderId ? "wallet:payment.chosen" : `wallet:order.${order.status}`)}
              </Badge>
            }
            onClick={() => {
              send({ type: "ui.chooseOrder", orderId: order.orderId });
            }}
          />
        ))}
      </Section>
      {view.order !== null && !view.isPayable && <p className={styles.warning}>{t("wallet:payment.notPayableHere")}</p>}
      {view.order?.fromAddress != null && (
        <p className={styles.note}>{t("wallet:payment.payFrom", { address: view.order.fromAddress })}</p>
      )}
    </>
  );
}
