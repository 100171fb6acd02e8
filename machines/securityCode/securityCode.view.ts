import type { SnapshotFrom } from "xstate";
import { listMissingParts, SECURITY_CODE_PARTS, type SecurityCodePart } from "#domain/account/securityCode.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { SecurityCodeEvent, securityCodeMachine, SecurityCodeMode } from "./securityCode.machine.ts";

type Snapshot = SnapshotFrom<typeof securityCodeMachine>;
type State = Snapshot["value"];
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
  /** ISO 8601; null where nothing is blocked. */
  blockedUntil: string | null;
  /** Whether closing the app would lose what was typed. */
  isUnsaved: boolean;
  /** While `askingCode` and `proving`, the children `securityCodePrompt` and `emailCode` have controls of their own. */
  actions: readonly Action[];
}

export function viewSecurityCode(snapshot: Snapshot): SecurityCodeView {
  const { context, value } = snapshot;
  const missing = new Set(listMissingParts(context.newSecurityCode));
  return {
    state: value,
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
    blockedUntil: context.blockedUntil,
    ...toFailureText(value === "failed" ? context.failure : null),
    isUnsaved: context.newSecurityCode !== "" || context.repeatedSecurityCode !== "",
    actions: ACTIONS[value](snapshot),
  };
}

function listProblems({ context }: Snapshot, missing: ReadonlySet<SecurityCodePart>): SecurityCodeView["problems"] {
  const { newSecurityCode, repeatedSecurityCode, isChecked } = context;
  const isOther = repeatedSecurityCode !== newSecurityCode;
  // While the repetition is a beginning of the code, it is not wrong yet.
  const isWrongAlready = !newSecurityCode.startsWith(repeatedSecurityCode);
  const incomplete = isChecked && missing.size > 0 ? "codes:securityCode.problem.impossible" : null;
  return {
    newSecurityCode: missing.has("characters") ? "codes:securityCode.problem.characters" : incomplete,
    repeatedSecurityCode: isWrongAlready || (isChecked && isOther) ? "codes:securityCode.problem.other" : null,
  };
}

const SUBMIT: Action = { event: { type: "ui.submit" }, labelKey: "codes:securityCode.submit.change", enabled: true };
/** It keeps its place beneath the question: hiding the messenger's button would resize the app. */
const SUBMIT_LATER: Action = { ...SUBMIT, enabled: false };
const FORGOT: Action = { event: { type: "ui.forgot" }, labelKey: "codes:securityCode.forgot", enabled: true };
const REMEMBER: Action = { event: { type: "ui.remember" }, labelKey: "codes:securityCode.remember", enabled: true };

const label = (action: Action, { context }: Snapshot): Action => ({
  ...action,
  labelKey: `codes:securityCode.submit.${context.mode}`,
});

const OTHER_WAY: Readonly<Record<SecurityCodeMode, readonly Action[]>> = {
  set: [],
  change: [FORGOT],
  recover: [REMEMBER],
};

const ACTIONS: Readonly<Record<State, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [{ event: { type: "ui.open" }, labelKey: "codes:securityCode.title", enabled: true }],
  loading: () => [],
  sorting: () => [],
  emailMissing: () => [],
  choosing: (snapshot) => [label(SUBMIT, snapshot), ...OTHER_WAY[snapshot.context.mode]],
  saving: (snapshot) => [label(SUBMIT_LATER, snapshot)],
  askingCode: (snapshot) => [label(SUBMIT_LATER, snapshot)],
  proving: () => [],
  saved: () => [{ event: { type: "ui.continue" }, labelKey: "codes:done", enabled: true }],
  failed: () => [{ event: { type: "ui.retry" }, labelKey: "codes:retry", enabled: true }],
};
