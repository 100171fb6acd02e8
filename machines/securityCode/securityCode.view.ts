import type { SnapshotFrom } from "xstate";
import { listMissingParts, SECURITY_CODE_PARTS, type SecurityCodePart } from "#domain/account/securityCode.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { SecurityCodeEvent, securityCodeMachine, SecurityCodeMode } from "./securityCode.machine.ts";

type Snapshot = SnapshotFrom<typeof securityCodeMachine>;
type State = Exclude<Snapshot["value"], "left">;
type Action = ViewAction<SecurityCodeEvent>;

export interface SecurityCodeView extends FailureText {
  state: State;
  mode: SecurityCodeMode;
  isBusy: boolean;
  /** Where a recovery is confirmed. */
  email: string | null;
  newSecurityCode: string;
  repeatedSecurityCode: string;
  /** What the code has to hold, and whether the typed one does. A wrong character is a problem of its own. */
  parts: readonly { part: Exclude<SecurityCodePart, "characters">; isMet: boolean }[];
  /** i18n keys; null where the field is right, or was not sent yet. */
  problems: { newSecurityCode: string | null; repeatedSecurityCode: string | null };
  /** How often the form was sent with a problem, so that the wrong field takes the focus each time. */
  rejectedSubmits: number;
  /** ISO 8601; null where nothing is blocked. */
  blockedUntil: string | null;
  /** Whether closing the app would lose what was typed. */
  hasUnsavedInput: boolean;
  /** While `askingCode` and `proving`, the children `securityCodePrompt` and `emailCode` have controls of their own. */
  actions: readonly Action[];
}

export function viewSecurityCode(snapshot: Snapshot): SecurityCodeView {
  const { context, value } = snapshot;
  const missing = new Set(listMissingParts(context.newSecurityCode));
  return {
    state: value === "left" ? "saved" : value,
    mode: context.mode,
    isBusy: snapshot.hasTag("busy"),
    email: context.email,
    newSecurityCode: context.newSecurityCode,
    repeatedSecurityCode: context.repeatedSecurityCode,
    parts: SECURITY_CODE_PARTS.filter((part) => part !== "characters").map((part) => ({
      part,
      isMet: !missing.has(part),
    })),
    problems: listProblems(snapshot, missing),
    rejectedSubmits: context.rejectedSubmits,
    blockedUntil: context.blockedUntil,
    ...toFailureText(value === "failed" ? context.failure : null),
    hasUnsavedInput: context.newSecurityCode !== "" || context.repeatedSecurityCode !== "",
    actions: listActions(snapshot, [
      { event: { type: "ui.open" }, labelKey: "codes:securityCode.title" },
      {
        event: { type: "ui.submit" },
        labelKey: `codes:securityCode.submit.${context.mode}`,
        // It keeps its place beneath the question: hiding the messenger's button would resize the app.
        isWaiting: value === "saving" || value === "askingCode",
      },
      { event: { type: "ui.forgot" }, labelKey: "codes:securityCode.forgot" },
      { event: { type: "ui.remember" }, labelKey: "codes:securityCode.remember" },
      { event: { type: "ui.continue" }, labelKey: "codes:done" },
      { event: { type: "ui.retry" }, labelKey: "codes:retry" },
    ]),
  };
}

function listProblems({ context }: Snapshot, missing: ReadonlySet<SecurityCodePart>): SecurityCodeView["problems"] {
  const { newSecurityCode, repeatedSecurityCode, showsProblems } = context;
  const isOther = repeatedSecurityCode !== newSecurityCode;
  // While the repetition is a beginning of the code, it is not wrong yet.
  const isWrongAlready = !newSecurityCode.startsWith(repeatedSecurityCode);
  const incomplete = showsProblems && missing.size > 0 ? "codes:securityCode.problem.impossible" : null;
  return {
    newSecurityCode: missing.has("characters") ? "codes:securityCode.problem.characters" : incomplete,
    repeatedSecurityCode: isWrongAlready || (showsProblems && isOther) ? "codes:securityCode.problem.other" : null,
  };
}
