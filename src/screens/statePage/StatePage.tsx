import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import type { FailureText } from "#machines/kit/failureText.ts";
import { payoutFollowFlow } from "#src/adapters/actors/follow.ts";
import { walletStateFlow } from "#src/adapters/actors/resources.ts";
import { PayoutOutcome } from "#src/components/account/PayoutOutcome.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildWithdrawPath } from "#src/routes/links.ts";

import { EnvelopeState } from "./EnvelopeState.tsx";
import { OrderState } from "./OrderState.tsx";
import styles from "./StateScreen.module.css";
import { StateMissing, StateProblem, StateScreen, StateUnread } from "./StateScreen.tsx";

/**
 * `/statePage?orderId=|envelopeId=|payoutId=|walletId=`: the result or the progress of a payment, a claim, a withdrawal or
 * a binding. The server decides; the address only names it.
 */
export function StatePage() {
  const [search] = useSearchParams();
  const orderId = search.get("orderId") ?? "";
  const envelopeId = search.get("envelopeId") ?? "";
  const payoutId = search.get("payoutId") ?? "";
  const walletId = search.get("walletId") ?? "";
  if (orderId !== "") return <OrderState key={orderId} orderId={orderId} />;
  if (envelopeId !== "") return <EnvelopeState key={envelopeId} envelopeId={envelopeId} />;
  if (payoutId !== "") return <PayoutState key={payoutId} payoutId={payoutId} />;
  if (walletId !== "") return <WalletState key={walletId} walletId={walletId} />;
  return <StateMissing />;
}

/** A withdrawal, followed until it ends; where it is cancelled is the page of withdrawals. */
function PayoutState({ payoutId }: { payoutId: string }) {
  const flow = useFlow(payoutFollowFlow, { input: { id: payoutId, reading: null } });
  const payout = flow?.view.reading ?? null;
  if (flow === null || payout === null) {
    return <StateUnread flow={flow} />;
  }
  return (
    <StateScreen next={{ to: buildWithdrawPath(payout.coinType, payoutId), labelKey: "withdraw:seeIt" }}>
      <PayoutOutcome payout={payout}>
        <StateProblem failure={flow.view} />
      </PayoutOutcome>
    </StateScreen>
  );
}

/** A wallet, followed while it is bound: proven, not proven yet, or gone. */
function WalletState({ walletId }: { walletId: string }) {
  const { t } = useTranslation();
  const flow = useFlow(walletStateFlow, { input: { params: { walletId } }, open: { type: "resource.load" } });
  const value = flow?.view.value ?? null;
  if (flow === null || value === null) {
    return <StateUnread flow={flow} />;
  }
  const { wallet } = value;
  return (
    <StateScreen next={{ to: "/addWallet", labelKey: "wallet:binding.open" }}>
      {wallet === null ? (
        <Outcome icon="wallet" tone="plain" title={t("wallet:binding.gone")} text={t("wallet:binding.goneText")} />
      ) : (
        <BoundOutcome wallet={wallet} failure={flow.view} />
      )}
    </StateScreen>
  );
}

interface BoundOutcomeProps {
  wallet: components["schemas"]["Wallet"];
  failure: FailureText;
}

function BoundOutcome({ wallet: { address, proven, type }, failure }: BoundOutcomeProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={proven ? "shield" : "wallet"}
      tone={proven ? "gold" : "plain"}
      title={t("wallet:binding.state.bound")}
      text={t(proven ? "wallet:binding.provenText" : "wallet:binding.unprovenText")}
    >
      <Paper isScalloped>
        <dl className={styles.wallet}>
          <ReceiptRow label={t(`wallet:type.${type}`)} isWide>
            <Address address={address} />
          </ReceiptRow>
        </dl>
      </Paper>
      <StateProblem failure={failure} />
    </Outcome>
  );
}
