import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { viewBalancePayment } from "#machines/balancePayment/balancePayment.view.ts";
import { SEND_STEPS, type SendStep } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import { isPaymentSent } from "#machines/lifecycle/order/orderStatuses.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { FinalityNote } from "#src/components/shell/FinalityNote.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { PhoneHandoff } from "#src/components/shell/PhoneHandoff.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { type StartedChild, useChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { buildOutcomePath } from "#src/routes/links.ts";

import { BalanceOffer } from "./BalanceOffer.tsx";
import { OrderReceipt } from "./OrderReceipt.tsx";
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

interface OrderStepsProps {
  order: components["schemas"]["Order"];
  step: SendStep;
  /** Whether a wallet may pay the order, so that the payment page has to be explained. */
  isByWallet: boolean;
  /** Whether that wallet is connected inside the messenger. */
  isPaidHere: boolean;
}

const ICONS: Readonly<Record<SendStep, IconName>> = {
  made: "edit",
  payment: "wallet",
  confirmation: "shield",
  live: "gift",
};

/** The steps of an envelope from the form until it is live, with the present one. */
function OrderSteps({ order, step: currentStep, isByWallet, isPaidHere }: OrderStepsProps) {
  const { t } = useTranslation();
  const payHintKey = isPaidHere ? "envelope:send.payHereHint" : "envelope:send.payHint";
  const currentIndex = SEND_STEPS.indexOf(currentStep);
  return (
    <Section isPadded>
      <ol className={styles.steps} aria-label={t("envelope:send.steps")}>
        {SEND_STEPS.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            data-state={index < currentIndex ? "done" : index === currentIndex ? "current" : "ahead"}
            aria-current={index === currentIndex ? "step" : undefined}
          >
            <span className={styles.mark}>
              <Icon name={index < currentIndex ? "check" : ICONS[step]} sizePx={18} />
            </span>
            <div className={styles.told}>
              <span className={styles.name}>{t(`envelope:send.step.${step}`)}</span>
              {step === "payment" && currentStep === "payment" && isByWallet && (
                <output className={styles.note}>
                  {t(isPaymentSent(order) ? "envelope:order.reported" : payHintKey)}
                </output>
              )}
              {step === "confirmation" && order.status === "confirming" && (
                <output>
                  <Progress
                    value={order.confirmations}
                    max={Math.max(order.requiredConfirmations, 1)}
                    label={t("envelope:order.confirmations", {
                      current: order.confirmations,
                      required: order.requiredConfirmations,
                    })}
                  />
                  <span className={styles.note}>
                    <FinalityNote minutes={findFinalityMinutes(order.network.id)} />
                  </span>
                </output>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Where a payment that was sent in the app is followed. */
const SEE = { event: { type: "ui.seePayment" }, labelKey: "envelope:send.seePayment", enabled: true } as const;

/** Paying, or a new link to do so. */
export function OrderFooter({ view, send, actor }: StartedChild<"envelopeOrder">) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { actions, state, isBusy, order, dueAmount } = view;
  const amount = `${formatAmountText(dueAmount, i18n.language)}\u00a0${COINS[order.coinType].ticker}`;
  // The quickest way is the main one: what the balance covers is paid from it, and a wallet is the other way.
  const balance = useChild(actor, "balancePayment", viewBalancePayment)?.view.balance ?? null;
  if (balance !== null) {
    return (
      <>
        <ActionButton
          actions={actions}
          type="ui.openPayment"
          send={send}
          labelValues={{ amount }}
          variant="secondary"
          isBusy={state === "openingPayment"}
        />
        <ActionButton actions={actions} type="ui.renewLink" send={send} variant="secondary" />
        {isBusy && <output className="visually-hidden">{t(view.titleKey)}</output>}
      </>
    );
  }
  return (
    <>
      <MainAction
        actions={actions}
        type="ui.openPayment"
        send={send}
        labelKey={state === "openingPayment" && !view.isSent ? "envelope:send.openPayment" : undefined}
        labelValues={{ amount }}
        isBusy={state === "openingPayment"}
      />
      <MainAction
        actions={actions}
        type="ui.renewLink"
        send={send}
        labelKey="envelope:send.renewLink"
        isBusy={state === "renewingLink"}
      />
      {/* The payment page shows where a payment is; what was paid in the app has no other one than this. */}
      {view.isSent && view.isPaidHere && (
        <MainAction
          actions={[SEE]}
          type="ui.seePayment"
          send={() => void navigate(buildOutcomePath({ orderId: order.orderId }))}
        />
      )}
      {isBusy && <output className="visually-hidden">{t(view.titleKey)}</output>}
    </>
  );
}
