import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Outcome } from "#src/components/Outcome.tsx";
import { Paper } from "#src/components/Paper.tsx";

import { TransactionLink } from "./TransactionLink.tsx";

const LOOKS = {
  failed: { icon: "warning", tone: "bad" },
  cancelled: { icon: "cross", tone: "plain" },
  timedOut: { icon: "clock", tone: "warn" },
} as const;

interface PaymentEndProps {
  view: PaymentView;
  state: keyof typeof LOOKS;
}

/** Why it went no further, and what that means for the money. */
export function PaymentEnd({ view, state }: PaymentEndProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      {...LOOKS[state]}
      icon={view.failureKey === "errors:network" ? "offline" : LOOKS[state].icon}
      title={t(view.titleKey)}
      text={t(view.failureKey ?? `wallet:payment.${state}Text`)}
    >
      {view.txHash !== null && (
        <Paper>
          <TransactionLink view={view} />
        </Paper>
      )}
    </Outcome>
  );
}
