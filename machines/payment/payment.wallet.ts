import { assign } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { failTo, readError, readOutput, setFailure } from "../kit/request.ts";
import { createWatch, prompt } from "../kit/walletPayment.ts";
import { describeKind } from "../walletConnection/connectionKind.ts";
import { getConnected, type WalletConnectionInput } from "../walletConnection/walletConnection.setup.ts";
import { isPayer, paymentSetup } from "./payment.setup.ts";
import type { PaymentContext } from "./payment.types.ts";

type PaymentRequest = components["schemas"]["PaymentRequest"];

/** The terms of the chosen order, which are known wherever a wallet is asked. */
function getTerms({ request }: Pick<PaymentContext, "request">): PaymentRequest {
  if (request === null) throw new Error("no terms are known");
  return request;
}

function createConnectionInput(context: PaymentContext): WalletConnectionInput {
  const request = getTerms(context);
  const { connection } = context;
  const { walletType } = COINS[request.coinType];
  return {
    ...describeKind(walletType, context.walletKinds),
    expectedAddress: request.from,
    networkId: request.network.id,
    // Else perhaps here, after the terms were read.
    isProven: request.fromProven || (connection?.isProven === true && isPayer(request, connection)),
    isBlocking: request.proofBlocksSpending,
    hasReference: request.reference !== null,
    connectorId: connection?.connectorId ?? null,
  };
}

const readHash = ({ event }: { event: { output: string | null } }) => ({ txHash: event.output });

/** No payment is on its way from the wallet. */
const NOTHING_SENT = ["clearWalletAttempt", "emitWalletAttempts"] as const;

export const connecting = paymentSetup.createStateConfig({
  description: "A wallet is being connected, and its ownership proven if it is not yet.",
  invoke: {
    id: "walletConnection",
    src: "walletConnection",
    input: ({ context }) => createConnectionInput(context),
    onDone: [
      {
        guard: { type: "isConnected", params: readOutput },
        target: "reviewing",
        description: "The wallet is ready.",
        actions: assign({ connection: ({ event }) => getConnected(event.output) }),
      },
      { target: "choosingOrder", description: "The person gave the connection up." },
    ],
    onError: failTo({ target: "failed", description: "The connection broke." }),
  },
});

export const reviewing = paymentSetup.createStateConfig({
  description: "Shows coin, network, exact amount, from, to and the domain check, before anything is paid.",
  tags: "failed",
  exit: "clearFailure",
  invoke: {
    id: "watchWallet",
    src: "watchWallet",
    input: ({ context }) => createWatch(getTerms(context).coinType, context.connection),
    onDone: { target: "connecting", description: "The wallet changed account or network: see whether it still fits." },
    onError: { target: "connecting", description: "The wallet shows no account any more." },
  },
  on: {
    "ui.pay": { target: "checking", description: "The person agrees to the terms." },
    "ui.back": { target: "choosingOrder", description: "Back to the orders." },
  },
});

export const confirmingInWallet = paymentSetup.createStateConfig({
  description: "The wallet asks the person to confirm the payment; its answer counts however late it comes.",
  initial: "prompt",
  entry: [{ type: "setWalletAttempt", params: { txHash: null } }, "emitWalletAttempts"],
  invoke: {
    id: "pay",
    src: "pay",
    input: ({ context }) => ({
      walletType: COINS[getTerms(context).coinType].walletType,
      connectorId: context.connection?.connectorId ?? "",
      request: getTerms(context),
    }),
    onDone: [
      {
        guard: { type: "hasId", params: readHash },
        target: "submitted",
        description: "The wallet sent the transaction.",
        actions: [{ type: "setWalletAttempt", params: readHash }, "emitWalletAttempts"],
      },
      {
        target: "confirmingOnChain",
        description: "The wallet sent the transaction and told no id: the server finds it by its reference.",
      },
    ],
    onError: [
      {
        guard: { type: "isCancelled", params: readError },
        target: "cancelled",
        description: "The person refused in the wallet.",
        actions: NOTHING_SENT,
      },
      {
        guard: { type: "isOtherWallet", params: readError },
        target: "connecting",
        description: "Account or network changed before the wallet was asked: nothing was sent.",
        actions: NOTHING_SENT,
      },
      {
        guard: { type: "isTooLate", params: readError },
        target: "reviewing",
        description: "The person took longer than the terms last: nothing was sent, and new ones can be signed.",
        actions: [...NOTHING_SENT, setFailure],
      },
      {
        guard: { type: "isUnsent", params: readError },
        target: "failed",
        description: "The wallet could not pay.",
        actions: [...NOTHING_SENT, setFailure],
      },
      failTo({ target: "failed", description: "The wallet reported an error, perhaps after it had sent the payment." }),
    ],
  },
  on: {
    "ui.back": { target: "choosingOrder", description: "Back to the orders; the wallet may pay all the same." },
  },
  states: {
    prompt,
    slow: { description: "The wallet has not answered for long; the page says what to do." },
  },
});
