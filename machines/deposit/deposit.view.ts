import type { SnapshotFrom } from "xstate";
import { COINS, type CoinType } from "#domain/coins.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import { readMeta } from "../kit/readMeta.ts";
import { type DepositEvent, type depositMachine, type DepositProblem, findDepositProblem } from "./deposit.machine.ts";

type Snapshot = SnapshotFrom<typeof depositMachine>;
type Value = Snapshot["value"];
type State = Value extends infer Each ? (Each extends string ? Each : keyof Each) : never;

/** Amounts are whole-coin decimal strings. */
export interface DepositView extends FailureText {
  state: State;
  isBusy: boolean;
  titleKey: string;
  coinType: CoinType;
  ticker: string;
  amount: string;
  minAmount: string;
  /** What is wrong with the amount, once the person has tried to go on. */
  problemKey: string | null;
  /** How often the form was sent with a problem. */
  rejectedSubmits: number;
  isChanged: boolean;
  /** Whether the wallet has not answered for long. */
  isWalletSlow: boolean;
  networkName: string;
  to: string;
  reference: string;
  /** The connected wallet; null before there is one. */
  from: string | null;
  /** What a wallet was asked for without a known end. */
  askedAmount: string | null;
  actions: readonly ViewAction<DepositEvent>[];
}

const PROBLEM_KEYS: Readonly<Record<DepositProblem, string>> = {
  amountRequired: "withdraw:problem.amountRequired",
  amountFormat: "withdraw:problem.amountFormat",
  amountBelowLeast: "withdraw:payIn.belowLeast",
};

/** While `connecting`, the child actor `walletConnection` has a view and controls of its own. */
export function viewDeposit(snapshot: Snapshot): DepositView {
  const { context, value } = snapshot;
  const { info, amount } = context;
  const state = typeof value === "string" ? value : "paying";
  const problem = context.showsProblem ? findDepositProblem(amount, info) : null;
  return {
    state,
    isBusy: snapshot.hasTag("busy"),
    titleKey: readMeta(snapshot).titleKey ?? "",
    coinType: info.coinType,
    ticker: COINS[info.coinType].ticker,
    amount,
    minAmount: info.minAmount,
    rejectedSubmits: context.rejectedSubmits,
    problemKey: problem === null ? null : PROBLEM_KEYS[problem],
    isChanged: context.isChanged,
    isWalletSlow: snapshot.matches({ paying: "slow" }),
    networkName: info.network.name,
    to: info.address,
    reference: info.reference ?? "",
    from: context.connection?.address ?? null,
    askedAmount: context.askedAmount,
    ...toFailureText(snapshot.hasTag("failed") ? context.failure : null),
    actions: listActions<DepositEvent>(snapshot, [
      { event: { type: "ui.open" }, labelKey: "withdraw:payIn.open" },
      { event: { type: "ui.submit" }, labelKey: "wallet:payment.connect" },
      { event: { type: "ui.pay" }, labelKey: "wallet:payment.pay" },
      { event: { type: "ui.again" }, labelKey: "wallet:payment.payAgain" },
      { event: { type: "ui.retry" }, labelKey: "wallet:payment.retry" },
      { event: { type: "ui.back" }, labelKey: "wallet:payment.back" },
      { event: { type: "ui.close" }, labelKey: "wallet:payment.back" },
    ]),
  };
}
