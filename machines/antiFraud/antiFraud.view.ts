import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { AntiFraudEvent, antiFraudMachine, Verdict } from "./antiFraud.machine.ts";

type Action = ViewAction<AntiFraudEvent>;
type Snapshot = SnapshotFrom<typeof antiFraudMachine>;
type State = Snapshot["value"];

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

const CHECK: Action = { event: { type: "ui.check" }, labelKey: "safety:check", enabled: true };
const REPORT: Action = { event: { type: "ui.report" }, labelKey: "safety:report", enabled: true };
const SEND: Action = { event: { type: "ui.send" }, labelKey: "safety:send", enabled: true };
const BACK: Action = { event: { type: "ui.back" }, labelKey: "safety:cancel", enabled: true };
const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "app:list.retry", enabled: true };

const ACTIONS: Readonly<Record<State, readonly Action[]>> = {
  idle: [CHECK],
  checking: [],
  official: [],
  reported: [REPORT],
  unknown: [REPORT],
  failed: [RETRY],
  writing: [SEND, BACK],
  sending: [],
  sent: [],
  unsent: [RETRY],
};

export function viewAntiFraud(snapshot: Snapshot): AntiFraudView {
  const { value, context } = snapshot;
  return {
    state: value,
    text: context.text,
    problemKey: context.isChecked ? "safety:noAccount" : null,
    account: context.account,
    verdict: context.verdict,
    reason: context.reason,
    isBusy: snapshot.hasTag("busy"),
    ...toFailureText(context.failure),
    actions: ACTIONS[value],
  };
}
