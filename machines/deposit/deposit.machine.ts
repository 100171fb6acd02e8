import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { isAmountText, parseDecimal } from "#domain/money/amount.ts";
import type { Effect } from "../kit/effects.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, failureActions, readError, readOutput, setFailure } from "../kit/request.ts";
import {
  connectWallet,
  isSameAgreement,
  leadUnsent,
  prompt,
  walletPaymentActions,
  walletPaymentGuards,
  watchWallet,
} from "../kit/walletPayment.ts";
import {
  type Connected,
  type ConnectedAccount,
  type WalletConnectionInput,
  walletConnectionMachine,
  type WalletWatch,
} from "../walletConnection/walletConnection.machine.ts";
import type { WalletKind } from "../walletConnection/walletKind.ts";

type DepositInfo = components["schemas"]["DepositInfo"];
type WalletType = components["schemas"]["WalletType"];

export interface DepositInput {
  /** Where the coin is sent, with the reference by which the money is known to be the person's. */
  info: DepositInfo;
  walletKind: WalletKind;
  /** What a wallet was asked for before the page was left, where nobody knows how that ended. */
  askedAmount: string | null;
}

/** What the wallet is asked for. Amounts are whole-coin decimal strings. */
export interface DepositPayment {
  walletType: WalletType;
  connectorId: string;
  from: string;
  amount: string;
  info: DepositInfo;
}

export interface DepositContext extends DepositInput {
  amount: string;
  /** Whether the person has tried to go on with the amount as it is. */
  showsProblem: boolean;
  /** How often the form was sent with a problem. */
  rejectedSubmits: number;
  /** Whether what the server says changed after the person agreed to it. */
  isChanged: boolean;
  connection: Connected | null;
  failure: Failure | null;
}

export type DepositEvent =
  | { type: "ui.open" }
  | { type: "ui.type"; field: "amount"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.pay" }
  | { type: "ui.again" }
  | { type: "ui.retry" }
  | { type: "ui.back" }
  | { type: "ui.close" };

export type DepositProblem = "amountRequired" | "amountFormat" | "amountBelowLeast";

/** What is wrong with the amount as typed; null where nothing is. */
export function findDepositProblem(amount: string, { coinType, minAmount }: DepositInfo): DepositProblem | null {
  const { baseDecimals } = COINS[coinType];
  if (amount === "") return "amountRequired";
  if (!isAmountText(amount)) return "amountFormat";
  return parseDecimal(amount, baseDecimals) < parseDecimal(minAmount, baseDecimals) ? "amountBelowLeast" : null;
}

const CLOSE = { target: "closed", description: "Back to where the money is to be sent by hand." } as const;

/** A payment without a known end is never repeated by itself, nor forgotten before the person says so. */
const KNOWN = ["clearAsked", "emitAnswered"] as const;

/** The reference names the person, so any wallet may pay, and none has to be proven. */
function createConnectionInput({ context }: { context: DepositContext }): WalletConnectionInput {
  const { info, walletKind, connection } = context;
  return {
    ...walletKind,
    walletType: COINS[info.coinType].walletType,
    expectedAddress: null,
    networkId: info.network.id,
    isProven: true,
    isBlocking: false,
    isExplained: false,
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
export const depositMachine = setup({
  types: {
    input: {} as DepositInput,
    context: {} as DepositContext,
    events: {} as DepositEvent,
    tags: {} as "busy" | "failed",
    meta: {} as { titleKey: string },
    emitted: {} as Effect,
    children: {} as { walletConnection: "walletConnection" },
  },
  actors: {
    walletConnection: walletConnectionMachine,
    watchWallet: provideActor<ConnectedAccount, WalletWatch>("deposit.watchWallet"),
    loadInfo: provideActor<DepositInfo, { coinType: CoinType }>("deposit.loadInfo"),
    /** Ends once the wallet has sent the payment. */
    pay: provideActor<null, DepositPayment>("deposit.pay"),
  },
  guards: {
    isUnanswered: ({ context }) => context.askedAmount !== null,
    isRight: ({ context }) => findDepositProblem(context.amount, context.info) === null,
    isOther: ({ context }, params: { output: DepositInfo }) =>
      context.info.network.id !== params.output.network.id ||
      !isSameAgreement(context.info, params.output, ["address", "minAmount", "reference"]),
    ...walletPaymentGuards,
  },
  actions: {
    clearAsked: assign({ askedAmount: null }),
    emitAnswered: emit(({ context }) => ({ type: "wallet.answered", id: context.info.coinType })),
    ...failureActions,
    ...walletPaymentActions,
  },
  delays: {
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
  },
}).createMachine({
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
      meta: { titleKey: "withdraw:add.title" },
      on: {
        "ui.open": [
          { guard: "isUnanswered", target: "unanswered", description: "A wallet was asked before: warn first." },
          { target: "asking", description: "A wallet shall send it." },
        ],
      },
    },
    asking: {
      description: "The amount is being typed.",
      meta: { titleKey: "withdraw:payIn.open" },
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
      meta: { titleKey: "wallet:payment.state.connecting" },
      invoke: connectWallet(createConnectionInput, "asking"),
    },
    reviewing: {
      description: "Shows network, exact amount, from, to and the comment, before anything is paid.",
      tags: "failed",
      meta: { titleKey: "wallet:payment.state.reviewing" },
      exit: "clearFailure",
      invoke: watchWallet(({ info }: DepositContext) => info.coinType),
      on: {
        "ui.pay": { target: "checking", description: "The person agrees." },
        "ui.back": { target: "asking", description: "Another amount." },
      },
    },
    checking: {
      description: "Network, address and reference are read once more before the wallet is asked.",
      tags: "busy",
      meta: { titleKey: "wallet:payment.state.checking" },
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
      meta: { titleKey: "wallet:payment.state.confirmingInWallet" },
      initial: "prompt",
      entry: [
        assign({ askedAmount: ({ context }) => context.amount }),
        emit(({ context: { amount, info } }) => ({ type: "wallet.asked", id: info.coinType, text: amount })),
      ],
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
          ...leadUnsent(KNOWN),
          { target: "unanswered", description: "An error, perhaps after the wallet had sent it." },
        ],
      },
      states: {
        prompt,
        slow: {
          description: "The wallet has not answered for long.",
          meta: { titleKey: "wallet:payment.slowTitle" },
          on: { "ui.back": { target: "#deposit.unanswered", description: "Wait no longer; it may pay all the same." } },
        },
      },
    },
    sent: {
      description: "The wallet has sent it; the server shows it once it has arrived.",
      meta: { titleKey: "wallet:payment.state.submitted" },
      entry: [assign({ amount: "" }), emit({ type: "vibrate", kind: "success" })],
      on: { "ui.close": CLOSE },
    },
    unanswered: {
      description: "Nobody knows whether the wallet has sent it; the arrivals show it if it did.",
      meta: { titleKey: "wallet:payment.state.confirmingRepeat" },
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
      meta: { titleKey: "wallet:payment.state.failed" },
      exit: "clearFailure",
      on: { "ui.retry": { target: "asking", description: "Begin again." }, "ui.close": CLOSE },
    },
  },
});
