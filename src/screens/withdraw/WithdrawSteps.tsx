import { useTranslation } from "react-i18next";

import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { PayoutOutcome } from "#src/components/account/PayoutOutcome.tsx";
import { SpendingBlock } from "#src/components/account/SafetyNote.tsx";
import { SpendingBlocks } from "#src/components/account/SpendingBlocks.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { CodeMissing } from "./CodeMissing.tsx";
import { PastWithdrawals } from "./PastWithdrawals.tsx";
import { QuoteReceipt } from "./QuoteReceipt.tsx";
import { WalletNeeded } from "./WalletNeeded.tsx";
import { WithdrawProblem } from "./WithdrawProblem.tsx";

/** What the page shows at each step but the form. */
export function WithdrawSteps({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const past = <PastWithdrawals coinType={view.coinType} />;
  switch (view.state) {
    case "idle":
    case "loading":
    case "failed":
    case "editing":
      return null;
    case "unbound":
    case "proving":
      return (
        <>
          <SpendingBlocks blocks={view.spendingBlocks} />
          <WalletNeeded view={view} send={send} />
          {past}
        </>
      );
    case "quoting":
    case "reviewingQuote":
    case "askingCode":
    case "submitting":
      return view.quote === null ? null : <QuoteReceipt quote={view.quote} view={view} send={send} />;
    case "codeMissing":
      return <CodeMissing view={view} />;
    case "blocked":
      return (
        <>
          <Outcome
            icon="lock"
            tone="warn"
            title={t(view.titleKey)}
            text={view.blockedUntil === null ? getFailureText(view) : undefined}
          />
          {view.spendingBlocks.length > 0 ? (
            <SpendingBlocks blocks={view.spendingBlocks} />
          ) : (
            <SpendingBlock until={view.blockedUntil} />
          )}
          <ActionButton actions={view.actions} type="ui.back" send={send} variant="secondary" />
        </>
      );
    case "outcomeUnknown":
      return (
        <>
          <Outcome icon="clock" tone="warn" title={t(view.titleKey)} text={t("withdraw:unanswered")} />
          <WithdrawProblem view={view} />
          {past}
        </>
      );
    case "following":
    case "held":
    case "confirmingCancel":
    case "cancelling":
      return (
        view.payout !== null && (
          <>
            <PayoutOutcome payout={view.payout}>
              <WithdrawProblem view={view} />
            </PayoutOutcome>
            <ActionButton
              actions={view.actions}
              type="ui.cancel"
              send={send}
              variant="plain"
              isBusy={view.state === "cancelling"}
            />
            <ConfirmDialog
              isOpen={view.state === "confirmingCancel"}
              title={t("withdraw:state.confirmingCancel")}
              actions={view.actions}
              send={send}
            >
              {t("withdraw:cancelText")}
            </ConfirmDialog>
          </>
        )
      );
    case "paid":
    case "returned":
    case "cancelled":
      return (
        view.payout !== null && (
          <>
            <PayoutOutcome payout={view.payout} />
            {past}
          </>
        )
      );
  }
}
