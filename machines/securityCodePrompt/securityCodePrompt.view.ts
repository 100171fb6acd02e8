import type { SnapshotFrom } from "xstate";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
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
    lockEndsAt: context.lockEndsAtMs === null ? null : new Date(context.lockEndsAtMs).toISOString(),
    actions: listActions(snapshot, [
      {
        event: { type: "ui.submit" },
        labelKey: "codes:prompt.submit",
        // It keeps its place while there is nothing to send.
        isWaiting: value === "checking" || value === "wrong" || value === "locked",
      },
      // The sheet keeps its height.
      { event: { type: "ui.forgot" }, labelKey: "codes:prompt.forgot", isWaiting: value === "checking" },
      { event: { type: "ui.cancel" }, labelKey: "codes:prompt.cancel" },
    ]),
  };
}

function getProblemKey({ context, value }: Snapshot): string | null {
  if (value === "wrong") return "errors:wrongSecurityCode";
  return value === "asking" && context.showsProblems ? "codes:prompt.impossible" : null;
}
