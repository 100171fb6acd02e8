import { assign } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { failTo, setFailure } from "../kit/request.ts";
import { describeKind } from "../walletConnection/connectionKind.ts";
import type { WalletConnectionInput } from "../walletConnection/walletConnection.setup.ts";
import { paymentSetup } from "./payment.setup.ts";
import type { PaymentContext } from "./payment.types.ts";

type PaymentRequest = components["schemas"]["PaymentRequest"];

/** The terms of the chosen order, which are known wherever a wallet is asked. */
function getTerms({ request }: Pick<PaymentContext, "request">): PaymentRequest {
  if (request === null) throw new Error("no terms are known");
  return request;
}

/** Whether the wallet was proven on this page, after the terms were read. */
function isProvenHere({ connection, request }: PaymentContext): boolean {
  if (connection === null || request === null || !connection.isProven) return false;
  return isSameAddress(COINS[request.coinType].walletType, connection.address, request.from);
}

function createConnectionInput(context: PaymentContext): WalletConnectionInput {
  const request = getTerms(context);
  const { walletType } = COINS[request.coinType];
  return {
    ...describeKind(walletType, context.walletKinds),
    expectedAddress: request.from,
    networkId: request.network.id,
    isProven: request.fromProven || isProvenHere(context),
    isBlocking: request.proofBlocksSpending,
    hasReference: request.reference !== null,
    connectorId: context.connection?.connectorId ?? null,
  };
}

export const connecting = paymentSetup.createStateConfig({
  description: "A wallet is being connected, and its ownership proven if it is not yet.",
  invoke: {
    id: "walletConnection",
    src: "walletConnection",
    input: ({ context }) => createConnectionInput(context),
    onDone: [
      {
        guard: { type: "isConnected", params: ({ event }) => ({ output: event.output }) },
        target: "reviewing",
        description: "The wallet is ready.",
        actions: assign({
          connection: ({ event }) => (event.output.status === "connected" ? event.output : null),
        }),
      },
      {
        target: "choosingOrder",
        description: "The person gave the connection up.",
      },
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
    input: ({ context: { request, connection } }) => ({
      walletType: COINS[getTerms({ request }).coinType].walletType,
      connectorId: connection?.connectorId ?? "",
      account: connection === null ? null : { address: connection.address, networkId: connection.networkId },
    }),
    onDone: {
      target: "connecting",
      description: "The wallet changed account or network: see whether it still fits.",
    },
    onError: { target: "connecting", description: "The wallet shows no account any more." },
  },
  on: {
    "ui.pay": { target: "checking", description: "The person agrees to the terms." },
    "ui.back": {
      target: "choosingOrder",
      description: "Back to the orders.",
    },
  },
});

export const confirmingInWallet = paymentSetup.createStateConfig({
  description: "The wallet asks the person to confirm the payment; its answer counts however late it comes.",
  initial: "prompt",
  entry: [
    assign({ walletAttempts: ({ context }) => ({ ...context.walletAttempts, [context.orderId ?? ""]: null }) }),
    "emitWalletAttempts",
  ],
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
        guard: { type: "hasId", params: ({ event }) => ({ txHash: event.output }) },
        target: "submitted",
        description: "The wallet sent the transaction.",
        actions: [
          assign({
            walletAttempts: ({ context, event }) => ({
              ...context.walletAttempts,
              [context.orderId ?? ""]: event.output,
            }),
          }),
          "emitWalletAttempts",
        ],
      },
      {
        target: "confirmingOnChain",
        description: "The wallet sent the transaction and told no id: the server finds it by its reference.",
      },
    ],
    onError: [
      {
        guard: { type: "isCancelled", params: ({ event }) => ({ error: event.error }) },
        target: "cancelled",
        description: "The person refused in the wallet.",
        actions: ["clearWalletAttempt", "emitWalletAttempts"],
      },
      {
        guard: { type: "isOtherWallet", params: ({ event }) => ({ error: event.error }) },
        target: "connecting",
        description: "Account or network changed before the wallet was asked: nothing was sent.",
        actions: ["clearWalletAttempt", "emitWalletAttempts"],
      },
      {
        guard: { type: "isTooLate", params: ({ event }) => ({ error: event.error }) },
        target: "reviewing",
        description: "The person took longer than the terms last: nothing was sent, and new ones can be signed.",
        actions: ["clearWalletAttempt", "emitWalletAttempts", setFailure],
      },
      {
        guard: { type: "isUnsent", params: ({ event }) => ({ error: event.error }) },
        target: "failed",
        description: "The wallet could not pay.",
        actions: ["clearWalletAttempt", "emitWalletAttempts", setFailure],
      },
      failTo({ target: "failed", description: "The wallet reported an error, perhaps after it had sent the payment." }),
    ],
  },
  on: {
    "ui.back": {
      target: "choosingOrder",
      description: "Back to the orders; the wallet may pay all the same.",
    },
  },
  states: {
    prompt: {
      description: "The person needs time in the wallet's own window.",
      after: { walletTimeout: { target: "slow", description: "No answer for long." } },
    },
    slow: { description: "The wallet has not answered for long; the page says what to do." },
  },
});
