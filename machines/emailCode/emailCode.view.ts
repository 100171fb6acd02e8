import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { readMeta } from "../kit/readMeta.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import { type EmailCodeEvent, type EmailCodeGoal, type emailCodeMachine } from "./emailCode.machine.ts";

type Snapshot = SnapshotFrom<typeof emailCodeMachine>;
type Action = ViewAction<EmailCodeEvent>;

/** The failure is whatever is wrong with the code: also that it was wrong, or is over. */
export interface EmailCodeView extends FailureText {
  state: Snapshot["value"];
  goal: EmailCodeGoal["kind"];
  isBusy: boolean;
  /** Where the code goes. */
  address: string;
  verificationCode: string;
  /** Whether digits can be typed, now or as soon as the server has answered. */
  hasField: boolean;
  /** Of the last code, ISO 8601; null where none can be typed. */
  expiresAt: string | null;
  /** Whether a lock has ended, so that a code can be asked for again. */
  isUnlocked: boolean;
  /** ISO 8601; null where there is no lock, or its end is not known yet. */
  lockEndsAt: string | null;
  /** i18n key of a word about the code that was sent; null where none is needed. */
  noteKey: string | null;
  /** When another code can be sent, ISO 8601; null where that is not to be waited for, or not known yet. */
  resendAt: string | null;
  /** While `askingSecurityCode`, the child actor `securityCodePrompt` has controls of its own. */
  actions: readonly Action[];
}

export function viewEmailCode(snapshot: Snapshot): EmailCodeView {
  const { context, value } = snapshot;
  const isLocked = value === "locked" || value === "shut";
  const isWaiting = value === "sent" || value === "wrong";
  const endsAt = context.waitEndsAtMs === null ? null : new Date(context.waitEndsAtMs).toISOString();
  return {
    state: value,
    goal: context.goal.kind,
    isBusy: snapshot.hasTag("busy"),
    address: context.address,
    verificationCode: context.verificationCode,
    hasField: snapshot.hasTag("field") || (value === "failed" && context.verificationCode !== ""),
    expiresAt: context.expiresAt,
    isUnlocked: isLocked && context.waitSeconds === 0,
    lockEndsAt: isLocked ? endsAt : null,
    ...findFailureText(snapshot),
    noteKey: value === "sent" ? findNoteKey(context) : null,
    resendAt: isWaiting && context.waitSeconds > 0 ? endsAt : null,
    actions: listActions(snapshot, [
      {
        event: { type: "ui.send" },
        labelKey: value === "idle" || value === "shut" ? "codes:code.send" : "codes:code.resend",
        // It keeps its place until the wait ends.
        isWaiting: value === "shut" || snapshot.hasTag("field"),
      },
      { event: { type: "ui.retry" }, labelKey: "codes:code.retry" },
      {
        event: { type: "ui.back" },
        labelKey: context.goal.kind === "updateEmail" ? "codes:code.otherAddress" : "codes:code.back",
      },
    ]),
  };
}

function findNoteKey({ isEarlier, isLastRefused }: Snapshot["context"]): string | null {
  if (isLastRefused) return "codes:code.noneSent";
  return isEarlier ? "codes:code.sentBefore" : null;
}

function findFailureText(snapshot: Snapshot): FailureText {
  const { failureKey } = readMeta(snapshot);
  if (failureKey !== undefined) return { failureKey, failureValues: {} };
  return toFailureText(snapshot.value === "failed" ? snapshot.context.failure : null);
}
