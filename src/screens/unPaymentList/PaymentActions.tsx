import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import type { PaymentView } from "#machines/payment/payment.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { phoneHandoffPart } from "./paymentParts.ts";
import { WalletConnectionActions } from "./WalletConnectionActions.tsx";

const { Part: PhoneHandoff } = phoneHandoffPart;

interface PaymentActionsProps extends FlowProps<"payment", PaymentView> {
  connection: ChildProps<"walletConnection"> | null;
}

/** The controls of the page: the next step, and a way back. */
export function PaymentActions({ view, send, connection }: PaymentActionsProps) {
  const { i18n } = useTranslation();
  const { actions, order, state, terms } = view;
  const isFollowing = actions.some(({ event }) => event.type === "ui.follow");
  if (state === "connecting") return connection === null ? null : <WalletConnectionActions {...connection} />;
  const amount = terms === null ? "" : `${formatAmountText(terms.amount, i18n.language)}\u00a0${terms.ticker}`;
  return (
    <>
      <MainAction actions={actions} type="ui.follow" send={send} />
      {isFollowing ? (
        <ActionButton actions={actions} type="ui.connect" send={send} variant="secondary" />
      ) : (
        <MainAction actions={actions} type="ui.connect" send={send} />
      )}
      {view.canMoveToPhone && order !== null && (
        <Suspense key={order.orderId}>
          <PhoneHandoff orderId={order.orderId} walletType={COINS[order.coinType].walletType} />
        </Suspense>
      )}
      <ActionButton actions={actions} type="ui.confirm" send={send} variant="secondary" />
      <MainAction
        actions={actions}
        type="ui.pay"
        send={send}
        labelKey="wallet:payment.pay"
        labelValues={{ amount }}
        isBusy={state === "checking"}
      />
      <MainAction actions={actions} type="ui.retry" send={send} />
      <ActionButton actions={actions} type="ui.continue" send={send} variant="secondary" />
      <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />
    </>
  );
}
