import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { OUTCOME_LOOKS } from "#src/components/shell/outcomeLooks.ts";
import { Paper } from "#src/components/ui/Paper.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { BackToApp } from "./BackToApp.tsx";
import styles from "./PaymentEnd.module.css";
import { TransactionLink } from "./TransactionLink.tsx";

interface PaymentEndProps {
  view: PaymentView;
  state: "failed" | "cancelled" | "timedOut";
}

/** Why the payment ended without success, and what that means for the money. */
export function PaymentEnd({ view, state }: PaymentEndProps) {
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
