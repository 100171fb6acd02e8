import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { AntiFraudEvent, antiFraudMachine, Verdict } from "./antiFraud.machine.ts";

type Action = ViewAction<AntiFraudEvent>;
type Snapshot = SnapshotFrom<typeof antiFraudMachine>;
type Value = Snapshot["value"];
type State = Extract<Value, string> | Extract<Value, { asking: string }>["asking"];

export interface AntiFraudView extends FailureText {
  state: State;
  text: string;
  /** i18n key of what is wrong with the text; null where nothing is, or it was not sent yet. */
  problemKey: string | null;
  /** What the verdict is about. */
  account: string | null;
  /** Shown until something else is typed. */
  verdict: Verdict | null;
  reason: string;
  isBusy: boolean;
  actions: readonly Action[];
}

const CONTROLS: readonly Control<AntiFraudEvent>[] = [
  { event: { type: "ui.check" }, labelKey: "safety:check" },
  { event: { type: "ui.report" }, labelKey: "safety:report" },
  { event: { type: "ui.send" }, labelKey: "safety:send" },
  { event: { type: "ui.back" }, labelKey: "safety:cancel" },
  { event: { type: "ui.retry" }, labelKey: "app:list.retry" },
];

export function viewAntiFraud(snapshot: Snapshot): AntiFraudView {
  const { value, context } = snapshot;
  return {
    state: typeof value === "string" ? value : value.asking,
    text: context.text,
    problemKey: context.showsProblems ? "safety:noAccount" : null,
    account: context.account,
    verdict: context.verdict,
    reason: context.reason,
    isBusy: snapshot.hasTag("busy"),
    ...toFailureText(context.failure),
    actions: listActions(snapshot, CONTROLS),
  };
}
