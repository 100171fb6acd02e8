import { type ComponentType, Suspense } from "react";
import { useSearchParams } from "react-router-dom";

import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { roundDownAmount } from "#domain/money/amount.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { envelopeSendFlow } from "#src/adapters/actors/envelopeSend.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { SendForm, SendFormFooter } from "./SendForm.tsx";
import { connectWalletPart, noSendFormPart, sendProgressPart } from "./sendParts.ts";
import { findSendTitle, SendLoading, SendScreen } from "./SendScreen.tsx";

/**
 * `/sendPacket?chatId=&coinType=`: writes an envelope and follows it until it is live. Group and coin are hints.
 * `/sendPacket?envelopeId=` goes on with the order of that envelope: an unpaid one, or the one that `&orderId=` names;
 * `&pay=1` pays it here. `/sendPacket?again=` fills the form in as it was for that envelope. Once it has an order, the
 * page changes its address to that of the order, so that the way back leads there.
 */
export function SendPacket() {
  return <SendFlow minChats={0} />;
}

interface SendFlowProps {
  /** As many groups as have to be chosen; 0: an envelope may be shared by hand. */
  minChats: number;
}

/** The flow of the form with the screen of its present state. A form that was begun on one page goes on on the other. */
export function SendFlow({ minChats }: SendFlowProps) {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  const chatId = search.get("chatId");
  const coinType = COIN_TYPES.find((known) => known === search.get("coinType")) ?? null;
  const flow = useFlow(envelopeSendFlow, {
    input: {
      chatIds: chatId === null ? [] : [chatId],
      coinType,
      minChats,
      asked:
        envelopeId === null
          ? null
          : { envelopeId, orderId: search.get("orderId") || null, isToBePaid: search.has("pay") },
      againId: search.get("again") || null,
      giftAmount: readGiftAmount(search, coinType),
    },
    open: { type: "ui.open" },
  });
  useConfirmClose(flow?.view.hasUnsavedInput === true);
  return flow === null ? <SendLoading minChats={minChats} /> : <SendPacketView {...flow} />;
}

/**
 * The share that an envelope in return begins with; null where the address names no amount of a coin.
 * @param coinType that the address names, if any
 */
export function readGiftAmount(search: URLSearchParams, coinType: CoinType | null): string | null {
  const amount = search.get("amount") ?? "";
  if (coinType === null || !/^\d{1,12}(\.\d{1,18})?$/u.test(amount)) return null;
  const { baseDecimals, decimals } = COINS[coinType];
  if ((amount.split(".")[1] ?? "").length > baseDecimals) return null;
  return roundDownAmount(amount, baseDecimals, decimals);
}

const { Part: NoSendForm } = noSendFormPart;
const { Part: SendProgress } = sendProgressPart;
const { Part: ConnectWallet } = connectWalletPart;

interface ShownProps extends StartedFlow<"envelopeSend", EnvelopeSendView> {
  /** Leads from an order back to the form it was made by, also while the screen of the order loads. */
  onBack: (() => void) | undefined;
}

const SHOWN = {
  idle: Loading,
  loadingOptions: Loading,
  gone: NoForm,
  closed: NoForm,
  tooFewChats: NoForm,
  editing: Form,
  checkingBalance: Form,
  submitting: Form,
  connecting: Connecting,
  ordered: Order,
  failed: Failed,
} satisfies Record<EnvelopeSendView["state"], ComponentType<ShownProps>>;

/** The send page in the machine's present state. */
export function SendPacketView(props: StartedFlow<"envelopeSend", EnvelopeSendView>) {
  const { state, actions } = props.view;
  const Shown = SHOWN[state];
  const toForm = actions.find(({ event }) => event.type === "ui.toForm");
  return <Shown {...props} onBack={toForm && (() => props.send(toForm.event))} />;
}

function Loading({ view, onBack }: ShownProps) {
  return <SendLoading minChats={view.minChats} onBack={onBack} />;
}

function NoForm(props: ShownProps) {
  return (
    <Suspense fallback={<Loading {...props} />}>
      <NoSendForm {...props} />
    </Suspense>
  );
}

function Form(props: ShownProps) {
  const { minChats } = props.view;
  return (
    <Suspense fallback={<Loading {...props} />}>
      <SendScreen titleKey={findSendTitle(minChats)} footer={<SendFormFooter {...props} />}>
        <SendForm {...props} />
      </SendScreen>
    </Suspense>
  );
}

function Connecting(props: ShownProps) {
  return (
    <Suspense fallback={<Loading {...props} />}>
      <ConnectWallet {...props} />
    </Suspense>
  );
}

function Order(props: ShownProps) {
  return (
    <Suspense fallback={<Loading {...props} />}>
      <SendProgress {...props} />
    </Suspense>
  );
}

function Failed({ view, send }: ShownProps) {
  return (
    <SendScreen titleKey={findSendTitle(view.minChats)}>
      <LoadFailure failure={view} send={send} />
    </SendScreen>
  );
}
