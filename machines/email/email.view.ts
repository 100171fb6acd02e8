import type { SnapshotFrom } from "xstate";
import { findEmailProblem } from "#domain/account/email.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { EmailEvent, emailMachine } from "./email.machine.ts";

type Snapshot = SnapshotFrom<typeof emailMachine>;
type Action = ViewAction<EmailEvent>;

export interface EmailView extends FailureText {
  state: Exclude<Snapshot["value"], "left">;
  isBusy: boolean;
  email: string;
  /** The email of the account; null without one, and until it is known. */
  currentEmail: string | null;
  /** Whether another email is replaced. */
  isChange: boolean;
  /** i18n key of what is wrong with the address; null where nothing is, or it was not sent yet. */
  problemKey: string | null;
  /** How often the form was sent with a problem, so that the wrong field takes the focus each time. */
  rejectedSubmits: number;
  /** ISO 8601; null where the change blocks nothing. */
  blockedUntil: string | null;
  /** Whether closing the app would lose what was typed. */
  hasUnsavedInput: boolean;
  /** While `proving`, the child actor `emailCode` has controls of its own. */
  actions: readonly Action[];
}

export function viewEmail(snapshot: Snapshot): EmailView {
  const { context, value } = snapshot;
  const problem =
    context.refusal ?? (context.showsProblems ? findEmailProblem(context.email, context.currentEmail) : null);
  return {
    state: value === "left" ? "saved" : value,
    isBusy: value === "loading",
    email: context.email,
    currentEmail: context.currentEmail,
    isChange: context.isChange,
    rejectedSubmits: context.rejectedSubmits,
    problemKey: problem === null ? null : `codes:emailProblem.${problem}`,
    blockedUntil: context.blockedUntil,
    ...toFailureText(value === "failed" ? context.failure : null),
    hasUnsavedInput: value !== "saved" && value !== "left" && context.email !== "",
    actions: listActions(snapshot, CONTROLS),
  };
}

const CONTROLS: readonly Control<EmailEvent>[] = [
  { event: { type: "ui.open" }, labelKey: "codes:email.open" },
  { event: { type: "ui.submit" }, labelKey: "codes:email.submit" },
  { event: { type: "ui.continue" }, labelKey: "codes:done" },
  { event: { type: "ui.retry" }, labelKey: "codes:retry" },
];
