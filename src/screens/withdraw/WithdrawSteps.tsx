import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { nameWallet } from "#domain/guestNetwork.ts";
import type { WithdrawalState, WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { PayoutOutcome } from "#src/components/account/PayoutOutcome.tsx";
import { SpendingBlock } from "#src/components/account/SafetyNote.tsx";
import { SpendingBlocks } from "#src/components/account/SpendingBlocks.tsx";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { MainLink } from "#src/components/shell/MainAction.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { buildBindingPath, buildCodePath, buildWithdrawPath } from "#src/routes/links.ts";

import { PastWithdrawals } from "./PastWithdrawals.tsx";
import { QuoteReceipt } from "./QuoteReceipt.tsx";
import { WithdrawNeeds } from "./WithdrawNeeds.tsx";
import { WithdrawProblem } from "./WithdrawProblem.tsx";

type StepProps = FlowProps<"withdrawal", WithdrawalView>;

/** What the page shows at each step; those of the form are the page's own. */
const SHOWN = {
  idle: null,
  loading: null,
  failed: null,
  editing: null,
  unbound: WalletNeeded,
  proving: WalletNeeded,
  quoting: QuoteReceipt,
  reviewingQuote: QuoteReceipt,
  askingCode: QuoteReceipt,
  submitting: QuoteReceipt,
  codeMissing: CodeMissing,
  blocked: Blocked,
  outcomeUnknown: Unanswered,
  following: UnderWay,
  held: UnderWay,
  confirmingCancel: UnderWay,
  cancelling: UnderWay,
  paid: Ended,
  returned: Ended,
  cancelled: Ended,
} as const satisfies Record<WithdrawalState, ComponentType<StepProps> | null>;

/** What the page shows at each step but the form. */
export function WithdrawSteps({ view, send }: StepProps) {
  const Shown = SHOWN[view.state];
  return Shown && <Shown view={view} send={send} />;
}

/** The balance, and the way to a wallet that it can go to: one is to be bound, or proven. */
function WalletNeeded({ view, send }: StepProps) {
  const { t } = useTranslation();
  const { coinType, state } = view;
  return (
    <>
      <SpendingBlocks blocks={view.spendingBlocks} />
      <Outcome
        icon={state === "unbound" ? "wallet" : "shield"}
        tone="plain"
        title={t(view.titleKey)}
        text={
          state === "unbound"
            ? t("withdraw:unbound", { coin: COINS[coinType].ticker, wallet: nameWallet(coinType) })
            : t(
                MESSENGER_WALLET_KINDS[COINS[coinType].walletType] === undefined
                  ? "withdraw:proving"
                  : "withdraw:provingHere",
              )
        }
      />
      <Section>
        <Cell title={t("withdraw:balance")} after={<PricedAmount amount={view.balance} coinType={coinType} />} />
      </Section>
      <WithdrawNeeds view={view} />
      {state === "unbound" && (
        <MainLink to={buildBindingPath(buildWithdrawPath(coinType), COINS[coinType].walletType)}>
          {t("withdraw:bind")}
        </MainLink>
      )}
      <WithdrawProblem view={view} />
      <ActionButton actions={view.actions} type="ui.retry" send={send} variant="plain" />
      <PastWithdrawals coinType={coinType} />
    </>
  );
}

/** A withdrawal needs a security code: where it is set, and back here. */
function CodeMissing({ view }: StepProps) {
  const { t } = useTranslation();
  return (
    <Empty
      isPage
      picture={<Seal icon="key" />}
      title={t(view.titleKey)}
      text={t("withdraw:codeMissing")}
      action={<MainLink to={buildCodePath(buildWithdrawPath(view.coinType))}>{t("withdraw:setCode")}</MainLink>}
    />
  );
}

/** Nothing may leave the account for now, and why. */
function Blocked({ view, send }: StepProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
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
}

/** Nobody knows yet whether the withdrawal was made. */
function Unanswered({ view }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <Outcome icon="clock" tone="warn" title={t(view.titleKey)} text={t("withdraw:unanswered")} />
      <WithdrawProblem view={view} />
      <PastWithdrawals coinType={view.coinType} />
    </>
  );
}

/** How far the withdrawal is, and the way to cancel it while there is one. */
function UnderWay({ view, send }: StepProps) {
  const { t } = useTranslation();
  if (view.payout === null) return null;
  return (
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
  );
}

/** How the withdrawal ended. */
function Ended({ view }: StepProps) {
  if (view.payout === null) return null;
  return (
    <>
      <PayoutOutcome payout={view.payout} />
      <PastWithdrawals coinType={view.coinType} />
    </>
  );
}
