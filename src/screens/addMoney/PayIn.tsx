import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import type { WalletKind } from "#machines/walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { depositFlow } from "#src/adapters/actors/deposit.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { joinSentences } from "#src/format/joinSentences.ts";
import { useBack } from "#src/hooks/useBack.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";
import { WalletConnection } from "#src/screens/unPaymentList/WalletConnection.tsx";
import { WalletConnectionActions } from "#src/screens/unPaymentList/WalletConnectionActions.tsx";

import { PayInForm } from "./PayInForm.tsx";
import { PayInReview } from "./PayInReview.tsx";
import type { PayInProps } from "./payInPart.ts";

/** The terms, where a wallet of the coin can be connected with a way to pay in by it. */
export function PayIn({ info, arrived, children }: PayInProps) {
  const walletKind = MESSENGER_WALLET_KINDS[COINS[info.coinType].walletType];
  if (walletKind === undefined) return arrived ?? children;
  return (
    <PayInSteps info={info} arrived={arrived} walletKind={walletKind}>
      {children}
    </PayInSteps>
  );
}

/** Money that a connected wallet sends: a button below the terms, and in their place the steps once it is pressed. */
function PayInSteps({ info, walletKind, arrived, children }: PayInProps & { walletKind: WalletKind }) {
  const { t, i18n } = useTranslation();
  const getFailureText = useFailureText();
  const flow = useFlow(depositFlow, { flowKey: info.coinType, input: { info, walletKind } });
  const connection = useChild(flow?.actor ?? null, "walletConnection", viewWalletConnection);
  const back = flow?.view.actions.find(({ event: { type } }) => type === "ui.back" || type === "ui.close");
  useBack(
    back &&
      (() => {
        flow?.send(back.event);
      }),
  );
  useOutcomeHaptics(flow?.view.state === "sent" ? "success" : null);
  if (flow === null) return arrived;
  const { view, send } = flow;
  const { actions, state } = view;
  if (arrived !== null && (state === "closed" || state === "sent" || state === "unanswered")) return arrived;
  if (state === "connecting") {
    return connection === null ? null : (
      <>
        <WalletConnection {...connection} purpose="payment" networkName={view.networkName} owner={null} />
        <WalletConnectionActions {...connection} />
      </>
    );
  }
  const write = (amount: string) => `${formatAmountText(amount, i18n.language)}\u00a0${view.ticker}`;
  const title = t(view.titleKey);
  return (
    <>
      {state === "closed" && children}
      {state === "asking" && <PayInForm view={view} send={send} />}
      {(state === "reviewing" || state === "checking") && <PayInReview view={view} />}
      {state === "paying" && (
        <Outcome
          icon="wallet"
          tone={view.isWalletSlow ? "warn" : "gold"}
          isWaiting
          title={title}
          text={t(view.isWalletSlow ? "withdraw:payIn.slowText" : "wallet:payment.inWalletText")}
        />
      )}
      {state === "sent" && <Outcome icon="sent" tone="gold" title={title} text={t("withdraw:payIn.sentText")} />}
      {state === "unanswered" && (
        <Outcome
          icon="warning"
          tone="warn"
          title={title}
          text={t("withdraw:payIn.unansweredText", { amount: write(view.askedAmount ?? "") })}
        />
      )}
      {state === "failed" && (
        <Outcome
          icon="warning"
          tone="bad"
          title={title}
          text={joinSentences(getFailureText(view) ?? false, t("wallet:payment.money.nothing"))}
        />
      )}
      <MainAction actions={actions} type="ui.open" send={send} />
      <MainAction actions={actions} type="ui.submit" send={send} />
      <MainAction
        actions={actions}
        type="ui.pay"
        send={send}
        labelKey="wallet:payment.pay"
        labelValues={{ amount: write(view.amount) }}
        isBusy={state === "checking"}
      />
      <MainAction actions={actions} type="ui.retry" send={send} />
      <ActionButton actions={actions} type="ui.again" send={send} variant="secondary" />
      <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />
      <ActionButton actions={actions} type="ui.close" send={send} variant="plain" />
    </>
  );
}
