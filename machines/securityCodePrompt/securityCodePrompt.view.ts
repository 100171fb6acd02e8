import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../kit/viewAction.ts";
import type { SecuredAttempt } from "./securedAttempt.ts";
import type { securityCodePromptMachine, SecurityCodePromptEvent } from "./securityCodePrompt.machine.ts";

type Snapshot = SnapshotFrom<typeof securityCodePromptMachine>;
type Action = ViewAction<SecurityCodePromptEvent>;

export interface SecurityCodePromptView {
  state: Snapshot["value"];
  isBusy: boolean;
  /** What the code is asked for. */
  purpose: SecuredAttempt["kind"];
  securityCode: string;
  /** i18n key of what is wrong with the code; null where nothing is. */
  problemKey: string | null;
  /** Until the lock ends; null where there is none. */
  secondsLeft: number | null;
  /** ISO 8601; null where there is no lock, or its end is not known yet. */
  lockEndsAt: string | null;
  actions: readonly Action[];
}

export function viewSecurityCodePrompt(snapshot: Snapshot): SecurityCodePromptView {
  const { context, value } = snapshot;
  return {
    state: value,
    isBusy: value === "checking",
    purpose: context.attempt.kind,
    securityCode: context.securityCode,
    problemKey: getProblemKey(snapshot),
    secondsLeft: context.secondsLeft,
    lockEndsAt: context.lockEndsAtMs === null ? null : new Date(context.lockEndsAtMs).toISOString(),
    actions: ACTIONS[value],
  };
}

function getProblemKey({ context, value }: Snapshot): string | null {
  if (value === "wrong") return "errors:wrongSecurityCode";
  return value === "asking" && context.isChecked ? "codes:prompt.impossible" : null;
}

const SUBMIT: Action = { event: { type: "ui.submit" }, labelKey: "codes:prompt.submit", enabled: true };
/** It keeps its place while there is nothing to send. */
const SUBMIT_LATER: Action = { ...SUBMIT, enabled: false };
const FORGOT: Action = { event: { type: "ui.forgot" }, labelKey: "codes:prompt.forgot", enabled: true };
/** The sheet keeps its height. */
const FORGOT_LATER: Action = { ...FORGOT, enabled: false };
const CANCEL: Action = { event: { type: "ui.cancel" }, labelKey: "codes:prompt.cancel", enabled: true };

const ACTIONS: Readonly<Record<Snapshot["value"], readonly Action[]>> = {
  sorting: [],
  asking: [SUBMIT, FORGOT, CANCEL],
  checking: [SUBMIT_LATER, FORGOT_LATER],
  wrong: [SUBMIT_LATER, FORGOT, CANCEL],
  locked: [SUBMIT_LATER, FORGOT, CANCEL],
  given: [],
  failed: [],
  forgotten: [],
  cancelled: [],
};
