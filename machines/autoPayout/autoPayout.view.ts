import type { SnapshotFrom } from "xstate";
import type { CoinType } from "#domain/coins.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import { type autoPayoutMachine, type AutoPayoutEvent, findFeeProblem } from "./autoPayout.machine.ts";

type Action = ViewAction<AutoPayoutEvent>;
type Snapshot = SnapshotFrom<typeof autoPayoutMachine>;

export interface AutoPayoutView extends FailureText {
  state: Snapshot["value"];
  coinType: CoinType;
  /** A whole-coin decimal string; null where automatic payout is off, or nothing is known yet. */
  maxFee: string | null;
  /** The highest fee as typed. */
  typed: string;
  /** i18n key; null where the fee is right, or was not sent yet. */
  problemKey: string | null;
  /** While `askingCode`, the child actor `securityCodePrompt` has controls of its own. */
  actions: readonly Action[];
}

export function viewAutoPayout(snapshot: Snapshot): AutoPayoutView {
  const { value, context } = snapshot;
  const { coinType, saved, typed, showsProblems, failure } = context;
  const problem = showsProblems ? findFeeProblem(typed) : null;
  return {
    state: value,
    coinType,
    maxFee: saved.maxFee,
    typed,
    problemKey: problem === null ? null : `withdraw:auto.problem.${problem}`,
    ...toFailureText(value === "failed" ? failure : null),
    actions: listActions(snapshot, CONTROLS),
  };
}

const CONTROLS: readonly Control<AutoPayoutEvent>[] = [
  { event: { type: "ui.open" }, labelKey: "withdraw:auto.title" },
  { event: { type: "ui.edit" }, labelKey: "withdraw:auto.turnOn" },
  { event: { type: "ui.submit" }, labelKey: "withdraw:auto.turnOn" },
  { event: { type: "ui.back" }, labelKey: "withdraw:auto.back" },
  { event: { type: "ui.turnOff" }, labelKey: "withdraw:auto.turnOff" },
  { event: { type: "ui.retry" }, labelKey: "withdraw:auto.retry" },
];
