import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { FinalityNote } from "#src/components/shell/FinalityNote.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Outcome, OUTCOME_LOOKS } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import type { StartedChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { BackToApp } from "./WalletControls.tsx";
import styles from "./PaymentCourse.module.css";
import { PaymentTerms } from "./PaymentTerms.tsx";
import { WalletConnection } from "./WalletConnection.tsx";

interface CourseProps {
  view: PaymentView;
  connection: StartedChild<"walletConnection"> | null;
}

const SHOWN = {
  confirmingRepeat: Repeat,
  connecting: Connecting,
  reviewing: PaymentReview,
  checking: PaymentReview,
  confirmingInWallet: InWallet,
  submitted: PaymentProgress,
  confirmingOnChain: PaymentProgress,
  success: PaymentProgress,
  failed: Failed,
  cancelled: Cancelled,
  timedOut: TimedOut,
} satisfies Partial<Record<PaymentView["state"], ComponentType<CourseProps>>>;

/** The states of a payment once an order is chosen. */
export type CourseState = keyof typeof SHOWN;

/** What the page shows at each of them. */
export function PaymentCourse({ state, ...props }: CourseProps & { state: CourseState }) {
  const Shown = SHOWN[state];
  return <Shown {...props} />;
}

function Repeat({ view }: CourseProps) {
  const { t } = useTranslation();
  return (
    <Outcome icon="warning" tone="warn" title={t(view.titleKey)} text={t("wallet:payment.repeatText")}>
      {view.txHash !== null && (
        <Paper>
          <TransactionLink view={view} />
        </Paper>
      )}
    </Outcome>
  );
}

function Connecting({ view, connection }: CourseProps) {
  return connection === null ? null : (
    <WalletConnection
      {...connection}
      orderId={view.isInApp ? undefined : view.order?.orderId}
      purpose="payment"
      moneyKey={view.moneyKey}
      networkName={view.terms?.networkName ?? ""}
      owner={view.order?.owner ?? null}
    />
  );
}

function InWallet({ view }: CourseProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      icon="wallet"
      tone={view.isWalletSlow ? "warn" : "gold"}
      isWaiting
      title={t(view.isWalletSlow ? "wallet:payment.slowTitle" : view.titleKey)}
      text={t(view.isWalletSlow ? "wallet:payment.slowText" : "wallet:payment.inWalletText")}
    >
      {view.terms !== null && <PaymentTerms terms={view.terms} order={null} />}
    </Outcome>
  );
}

function Failed({ view }: CourseProps) {
  return <PaymentEnd view={view} state="failed" />;
}

function Cancelled({ view }: CourseProps) {
  return <PaymentEnd view={view} state="cancelled" />;
}

function TimedOut({ view }: CourseProps) {
  return <PaymentEnd view={view} state="timedOut" />;
}

/** The terms, to be agreed to. */
function PaymentReview({ view }: { view: PaymentView }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const notice = getFailureText(view) ?? (view.isChanged ? t("wallet:payment.changed") : undefined);
  return (
    <>
      <h2 className={styles.title}>{t(view.titleKey)}</h2>
      {notice !== undefined && (
        <p role="alert" className={styles.changed}>
          <Icon name="warning" sizePx={20} />
          <span>{notice}</span>
        </p>
      )}
      {view.terms !== null && <PaymentTerms terms={view.terms} order={view.order} />}
    </>
  );
}

/** The payment is on its way, or has arrived. The page may be closed by now. */
function PaymentProgress({ view }: { view: PaymentView }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { appUrl, confirmations, order } = view;
  const isArrived = view.state === "success";
  return (
    <Outcome
      icon={isArrived ? "check" : "clock"}
      tone="gold"
      isWaiting={!isArrived}
      title={t(view.titleKey)}
      text={t(isArrived ? "wallet:payment.successText" : "wallet:payment.mayClose")}
    >
      <Paper isScalloped>
        {order !== null && (
          <div className={styles.amount}>
            <HeroAmount amount={order.amount} coinType={order.coinType} size="huge" />
          </div>
        )}
        {confirmations !== null && (
          <Progress
            value={Math.min(confirmations.current, confirmations.required)}
            max={confirmations.required}
            label={t("wallet:payment.confirmations", {
              current: Math.min(confirmations.current, confirmations.required),
              required: confirmations.required,
            })}
          />
        )}
        {view.finalityMinutes !== null && (
          <p className={styles.note}>
            <FinalityNote minutes={view.finalityMinutes} />
          </p>
        )}
        {view.failureKey !== null && <p className={styles.note}>{getFailureText(view)}</p>}
        <TransactionLink view={view} />
      </Paper>
      {appUrl !== null && (
        <ButtonLink href={appUrl} variant={isArrived ? "primary" : "secondary"} icon="linkOut">
          {t("wallet:payment.backToApp")}
        </ButtonLink>
      )}
    </Outcome>
  );
}

interface PaymentEndProps {
  view: PaymentView;
  state: "failed" | "cancelled" | "timedOut";
}

/** Why the payment ended without success, and what that means for the money. */
function PaymentEnd({ view, state }: PaymentEndProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const isOffline = view.failureKey === "errors:network";
  return (
    <Outcome
      {...OUTCOME_LOOKS[state]}
      icon={isOffline ? "offline" : OUTCOME_LOOKS[state].icon}
      title={t(view.titleKey)}
      text={getFailureText(view) ?? t(`wallet:payment.${state}Text`)}
    >
      {view.txHash !== null && (
        <Paper>
          <TransactionLink view={view} />
        </Paper>
      )}
      {view.moneyKey !== null && view.networkName !== null && (
        <div className={styles.money}>
          <p>{t(view.moneyKey)}</p>
          <p className={styles.network}>
            <span>{t("wallet:payment.network")}</span>
            <strong>{view.networkName}</strong>
          </p>
        </div>
      )}
      {state === "failed" && !isOffline && !view.isInApp && (
        <BackToApp variant={view.isBadLink ? "primary" : "secondary"} appUrl={view.appUrl} />
      )}
    </Outcome>
  );
}

/** The way to the transaction in the network's explorer; its hash where the network has none. */
function TransactionLink({ view: { txHash, explorerUrl } }: { view: PaymentView }) {
  const { t } = useTranslation();
  if (explorerUrl !== null) {
    return (
      <ButtonLink href={explorerUrl} variant="plain" icon="linkOut">
        {t("wallet:payment.explorer")}
      </ButtonLink>
    );
  }
  return txHash === null ? null : (
    <div className={styles.transaction}>
      <p className={styles.label}>{t("wallet:payment.transaction")}</p>
      <p>
        <Address address={txHash} />
      </p>
    </div>
  );
}
