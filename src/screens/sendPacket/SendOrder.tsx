import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { PhoneHandoff } from "#src/components/shell/PhoneHandoff.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { BalanceOffer } from "./BalanceOffer.tsx";
import { OrderReceipt } from "./OrderReceipt.tsx";
import { OrderSteps } from "./OrderSteps.tsx";
import styles from "./SendOrder.module.css";

/** The envelope is made; now its order is to be paid. */
export function SendOrder({ view, send }: ChildProps<"envelopeOrder">) {
  const { t } = useTranslation();
  const tellFailure = useFailureText();
  const { order } = view;
  const { isPayable } = viewOrder({ value: order.status });
  // While a wallet's payment is on its way, another way would pay a second time.
  const isDue = isPayable && order.reportedTxHash === null;
  return (
    <>
      <OrderReceipt order={order} dueAmount={view.dueAmount} />
      {isDue && <BalanceOffer key={`${order.orderId} ${order.paidAmount}`} order={order} />}
      <OrderSteps order={order} step={view.step} isByWallet={view.isPayableByWallet} isPaidHere={view.isPaidHere} />
      {view.failureKey !== null && (
        <p role="alert" className={styles.problem}>
          {tellFailure(view)}
        </p>
      )}
      <div className={styles.more}>
        {order.paymentUrl !== null && isPayable && view.isPayableByWallet && !view.isPaidHere && (
          <CopyButton text={order.paymentUrl} labelKey="envelope:send.copyLink" isInline={false} />
        )}
        {isDue && !order.isOverdue && view.isPayableByWallet && !view.isPaidHere && (
          <PhoneHandoff orderId={order.orderId} walletType={COINS[order.coinType].walletType} isInApp />
        )}
        <ActionButton actions={view.actions} type="ui.cancelOrder" send={send} variant="plain" />
      </div>
      <ConfirmDialog
        isOpen={view.state === "confirmingCancel"}
        title={t("envelope:send.cancelTitle")}
        actions={view.actions}
        send={send}
      >
        {t(view.cancelKey)}
      </ConfirmDialog>
    </>
  );
}
