import { assign } from "xstate";
import { COINS } from "#domain/coins.ts";
import { failTo, readError, readOutput, setFailure } from "../kit/request.ts";
import { createWatch, prompt } from "../kit/walletPayment.ts";
import { getConnected, type WalletConnectionInput } from "../walletConnection/walletConnection.setup.ts";
import { type DepositContext, type DepositPayment, depositSetup } from "./deposit.setup.ts";

const CLOSE = { target: "closed", description: "Back to where the money is to be sent by hand." } as const;

/** A payment without a known end is never repeated by itself, nor forgotten before the person says so. */
const KNOWN = ["clearAsked", "emitAsked"] as const;

/** The reference names the person, so any wallet may pay, and none has to be proven. */
function createConnectionInput({ info, walletKind, connection }: DepositContext): WalletConnectionInput {
  return {
    ...walletKind,
    walletType: COINS[info.coinType].walletType,
    expectedAddress: null,
    networkId: info.network.id,
    isProven: true,
    isBlocking: false,
    hasReference: true,
    connectorId: connection?.connectorId ?? null,
  };
}

function createPayment({ info, amount, connection }: DepositContext): DepositPayment {
  if (connection === null) throw new Error("no wallet is connected");
  const { connectorId, address: from } = connection;
  return { walletType: COINS[info.coinType].walletType, connectorId, from, amount, info };
}

/** Has a connected wallet send money to the person's balance. Only the server decides what has arrived. */
export const depositMachine = depositSetup.createMachine({
  id: "deposit",
  description: "Money that a wallet sends to the person's balance.",
  context: ({ input }) => ({
    ...input,
    amount: "",
    showsProblem: false,
    rejectedSubmits: 0,
    isChanged: false,
    connection: null,
    failure: null,
  }),
  initial: "closed",
  states: {
    closed: {
      description: "Shows where the money is to be sent by hand.",
      on: {
        "ui.open": [
          { guard: "isUnanswered", target: "unanswered", description: "A wallet was asked before: warn first." },
          { target: "asking", description: "A wallet shall send it." },
        ],
      },
    },
    asking: {
      description: "The amount is being typed.",
      exit: assign({ showsProblem: false, isChanged: false }),
      on: {
        "ui.type": {
          description: "The amount changed.",
          actions: assign({ amount: ({ event }) => event.value, showsProblem: false }),
        },
        "ui.submit": [
          { guard: "isRight", target: "connecting", description: "Reach the wallet." },
          {
            description: "It cannot be sent: say why.",
            actions: assign(({ context }) => ({ showsProblem: true, rejectedSubmits: context.rejectedSubmits + 1 })),
          },
        ],
        "ui.close": CLOSE,
      },
    },
    connecting: {
      description: "A wallet is being connected, on the network of the deposit.",
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
          { target: "asking", description: "The person gave the connection up." },
        ],
        onError: failTo({ target: "failed", description: "The connection broke." }),
      },
    },
    reviewing: {
      description: "Shows network, exact amount, from, to and the comment, before anything is paid.",
      tags: "failed",
      exit: "clearFailure",
      invoke: {
        id: "watchWallet",
        src: "watchWallet",
        input: ({ context: { info, connection } }) => createWatch(info.coinType, connection),
        onDone: { target: "connecting", description: "The wallet changed account or network." },
        onError: { target: "connecting", description: "The wallet shows no account any more." },
      },
      on: {
        "ui.pay": { target: "checking", description: "The person agrees." },
        "ui.back": { target: "asking", description: "Another amount." },
      },
    },
    checking: {
      description: "Network, address and reference are read once more before the wallet is asked.",
      tags: "busy",
      invoke: {
        id: "loadInfo",
        src: "loadInfo",
        input: ({ context: { info } }) => ({ coinType: info.coinType }),
        onDone: [
          {
            guard: { type: "isOther", params: readOutput },
            target: "asking",
            description: "Something changed: the person has to agree again, from the amount on.",
            actions: assign({ info: ({ event }) => event.output, isChanged: true }),
          },
          { target: "paying", description: "All is as the person has seen it." },
        ],
        onError: failTo({ target: "failed", description: "The server cannot be asked: nothing was sent." }),
      },
      on: { "ui.back": { target: "asking", description: "Another amount." } },
    },
    paying: {
      description: "The wallet asks the person to confirm; its answer counts however late it comes.",
      initial: "prompt",
      entry: ["setAsked", "emitAsked"],
      invoke: {
        id: "pay",
        src: "pay",
        input: ({ context }) => createPayment(context),
        onDone: { target: "sent", description: "The wallet sent it.", actions: KNOWN },
        onError: [
          {
            guard: { type: "isCancelled", params: readError },
            target: "reviewing",
            description: "The person refused in the wallet: nothing was sent.",
            actions: [...KNOWN, setFailure],
          },
          {
            guard: { type: "isOtherWallet", params: readError },
            target: "connecting",
            description: "Account or network changed before the wallet was asked: nothing was sent.",
            actions: KNOWN,
          },
          {
            guard: { type: "isUnsent", params: readError },
            target: "failed",
            description: "The wallet could not pay: nothing was sent.",
            actions: [...KNOWN, setFailure],
          },
          { target: "unanswered", description: "An error, perhaps after the wallet had sent it." },
        ],
      },
      states: {
        prompt,
        slow: {
          description: "The wallet has not answered for long.",
          on: { "ui.back": { target: "#deposit.unanswered", description: "Wait no longer; it may pay all the same." } },
        },
      },
    },
    sent: {
      description: "The wallet has sent it; the server shows it once it has arrived.",
      entry: assign({ amount: "" }),
      on: { "ui.close": CLOSE },
    },
    unanswered: {
      description: "Nobody knows whether the wallet has sent it; the arrivals show it if it did.",
      on: {
        "ui.again": {
          target: "asking",
          description: "The person knows that it will not come.",
          actions: [assign({ amount: "" }), ...KNOWN],
        },
        "ui.close": CLOSE,
      },
    },
    failed: {
      description: "Nothing was sent.",
      tags: "failed",
      exit: "clearFailure",
      on: {
        "ui.retry": { target: "asking", description: "Begin again." },
        "ui.close": CLOSE,
      },
    },
  },
});
