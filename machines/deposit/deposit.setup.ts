import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { isAmountText } from "#domain/money/isAmountText.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failureActions } from "../kit/request.ts";
import { isSameAgreement, walletPaymentGuards } from "../kit/walletPayment.ts";
import { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import type {
  Connected,
  ConnectedAccount,
  WalletKind,
  WalletWatch,
} from "../walletConnection/walletConnection.setup.ts";

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

/** Keep it: a reload must not forget that a payment may be on its way. */
export interface DepositEmitted {
  type: "asked.changed";
  askedAmount: string | null;
}

export type DepositProblem = "amountRequired" | "amountFormat" | "amountBelowLeast";

/** What is wrong with the amount as typed; null where nothing is. */
export function findDepositProblem(amount: string, { coinType, minAmount }: DepositInfo): DepositProblem | null {
  const { baseDecimals } = COINS[coinType];
  if (amount === "") return "amountRequired";
  if (!isAmountText(amount)) return "amountFormat";
  return parseDecimal(amount, baseDecimals) < parseDecimal(minAmount, baseDecimals) ? "amountBelowLeast" : null;
}

export const depositSetup = setup({
  types: {
    input: {} as DepositInput,
    context: {} as DepositContext,
    events: {} as DepositEvent,
    tags: {} as "busy" | "failed",
    emitted: {} as DepositEmitted,
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
    ...failureActions,
    setAsked: assign({ askedAmount: ({ context }) => context.amount }),
    clearAsked: assign({ askedAmount: null }),
    emitAsked: emit(({ context: { askedAmount } }) => ({ type: "asked.changed", askedAmount })),
  },
  delays: {
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
  },
});
