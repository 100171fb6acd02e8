import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { Amount } from "#src/components/Amount.tsx";
import { Badge } from "#src/components/Badge.tsx";
import { CopyButton } from "#src/components/CopyButton.tsx";
import { Dialog } from "#src/components/Dialog.tsx";
import { formatTime } from "#src/components/formatTime.ts";
import { Section } from "#src/components/Section.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import styles from "./SendPacket.module.css";

/** The envelope is made; now its order is to be paid, outside the messenger. */
export function SendOrder({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const { order } = view;
  if (order === null) return null;
  const { isConfirming, isPayable, tone } = viewOrder({ value: order.status });
  const cancelDialog = (
    <Dialog
      isOpen={view.state === "confirmingCancel"}
      onClose={() => {
        send({ type: "ui.back" });
      }}
      title={t("envelope:send.cancelTitle")}
      actions={
        <>
          <ActionButton actions={view.actions} type="ui.confirm" send={send} variant="danger" />
          <ActionButton actions={view.actions} type="ui.back" send={send} variant="secondary" />
        </>
      }
    >
      {t("envelope:send.cancelText")}
    </Dialog>
  );
  return (
    <>
      <Section isPadded title={t(view.titleKey)} footer={t("envelope:send.payHint")}>
        <div className={styles.fields}>
          <p className={styles.total}>
            {t("envelope:send.toPay")} <Amount amount={order.amount} coinType={order.coinType} size="large" />
          </p>
          <p>
            <Badge tone={tone}>{t(`envelope:order.status.${order.status}`)}</Badge>{" "}
            {isConfirming && (
              <output>
                {t("envelope:order.confirmations", {
                  current: order.confirmations,
                  required: order.requiredConfirmations,
                })}
              </output>
            )}
          </p>
          {isPayable && order.txHash !== null && <output>{t("envelope:order.reported")}</output>}
          {order.fromAddress !== null && (
            <p className={styles.address}>{t("envelope:send.payFrom", { address: order.fromAddress })}</p>
          )}
          <p className={styles.note}>
            {t("envelope:send.unpaidUntil", { time: formatTime(order.expiresAt, i18n.language) })}
          </p>
          {order.paymentUrl !== null && <CopyButton text={order.paymentUrl} labelKey="envelope:send.copyLink" />}
        </div>
      </Section>
      {view.failureKey !== null && (
        <p role="alert" className={styles.problem}>
          {t(view.failureKey)}
        </p>
      )}
      {cancelDialog}
    </>
  );
}
