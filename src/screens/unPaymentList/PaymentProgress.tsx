import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { FinalityNote } from "#src/components/shell/FinalityNote.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./PaymentProgress.module.css";
import { TransactionLink } from "./TransactionLink.tsx";

/** The payment is on its way, or has arrived. The page may be closed by now. */
export function PaymentProgress({ view }: { view: PaymentView }) {
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
            <Amount amount={order.amount} coinType={order.coinType} size="huge" />
            <p className={styles.worth}>
              <Fiat amount={order.amount} coinType={order.coinType} />
            </p>
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
