import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { PhoneHandoff } from "#src/components/shell/PhoneHandoff.tsx";
import type { StartedChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { BalanceOffer } from "./BalanceOffer.tsx";
import { OrderReceipt } from "./OrderReceipt.tsx";
import { OrderSteps } from "./OrderSteps.tsx";
import styles from "./SendOrder.module.css";

/** The envelope is made; now its order is to be paid. */
export function SendOrder({ view, send, actor }: StartedChild<"envelopeOrder">) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { order, otherWays } = view;
  return (
    <>
      <OrderReceipt order={order} dueAmount={view.dueAmount} />
      <BalanceOffer actor={actor} isPaid={view.isPaidFromBalance} isOnlyWay={!view.isPayableByWallet} />
      <OrderSteps order={order} step={view.step} isByWallet={view.isPayableByWallet} isPaidHere={view.isPaidHere} />
      {view.failureKey !== null && (
        <p role="alert" className={styles.problem}>
          {getFailureText(view)}
        </p>
      )}
      <div className={styles.more}>
        {order.paymentUrl !== null && otherWays.includes("link") && (
          <CopyButton text={order.paymentUrl} labelKey="envelope:send.copyLink" isInline={false} />
        )}
        {otherWays.includes("phone") && (
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
