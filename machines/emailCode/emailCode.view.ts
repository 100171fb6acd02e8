import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { emailCodeMachine } from "./emailCode.machine.ts";
import type { EmailCodeEvent, EmailCodeGoal } from "./emailCode.setup.ts";

type Snapshot = SnapshotFrom<typeof emailCodeMachine>;
type State = Snapshot["value"];
type Action = ViewAction<EmailCodeEvent>;

/** The failure is whatever is wrong with the code: also that it was wrong, or is over. */
export interface EmailCodeView extends FailureText {
  state: State;
  goal: EmailCodeGoal["kind"];
  isBusy: boolean;
  /** Where the code goes. */
  address: string;
  verificationCode: string;
  /** Whether digits can be typed, now or as soon as the server has answered. */
  hasField: boolean;
  /** Of the last code, ISO 8601; null where none can be typed. */
  expiresAt: string | null;
  /** Until another code can be sent; null where that is not to be waited for. */
  resendSeconds: number | null;
  /** Until the digits can be tried or a code can be asked for again; null where nothing is locked. */
  lockSeconds: number | null;
  /** ISO 8601; null where there is no lock, or its end is not known yet. */
  lockEndsAt: string | null;
  /** i18n key of a word about the code that was sent; null where none is needed. */
  noteKey: string | null;
  /** While `askingSecurityCode`, the child actor `securityCodePrompt` has controls of its own. */
  actions: readonly Action[];
}

export function viewEmailCode(snapshot: Snapshot): EmailCodeView {
  const { context, value } = snapshot;
  const isLocked = value === "locked" || value === "shut";
  const isWaiting = value === "sent" || value === "wrong";
  return {
    state: value,
    goal: context.goal.kind,
    isBusy: snapshot.hasTag("busy"),
    address: context.address,
    verificationCode: context.verificationCode,
    hasField: HAS_FIELD.has(value) || (value === "failed" && context.verificationCode !== ""),
    expiresAt: context.expiresAt,
    resendSeconds: isWaiting && context.secondsLeft !== 0 ? context.secondsLeft : null,
    lockSeconds: isLocked ? context.secondsLeft : null,
    lockEndsAt: isLocked && context.waitEndsAtMs !== null ? new Date(context.waitEndsAtMs).toISOString() : null,
    ...findFailureText(snapshot),
    noteKey: value === "sent" && context.isEarlier ? "codes:code.sentBefore" : null,
    actions: ACTIONS[value](snapshot).map((action) =>
      action === BACK && context.goal.kind === "updateEmail" ? OTHER_ADDRESS : action,
    ),
  };
}

const HAS_FIELD: ReadonlySet<State> = new Set<State>([
  "sent",
  "resendable",
  "verifying",
  "askingSecurityCode",
  "wrong",
]);

const FAILURE_KEYS: Readonly<Partial<Record<State, string>>> = {
  wrong: "errors:wrongVerificationCode",
  expired: "errors:verificationCodeExpired",
  locked: "codes:code.locked",
};

function findFailureText({ context, value }: Snapshot): FailureText {
  const failureKey = FAILURE_KEYS[value];
  if (failureKey !== undefined) return { failureKey, failureValues: {} };
  return toFailureText(value === "failed" ? context.failure : null);
}

const SEND: Action = { event: { type: "ui.send" }, labelKey: "codes:code.send", enabled: true };
const SEND_LATER: Action = { ...SEND, enabled: false };
const RESEND: Action = { ...SEND, labelKey: "codes:code.resend" };
const BACK: Action = { event: { type: "ui.back" }, labelKey: "codes:code.back", enabled: true };
const OTHER_ADDRESS: Action = { ...BACK, labelKey: "codes:code.otherAddress" };
const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "codes:code.retry", enabled: true };
/** It keeps its place until the countdown ends. */
const RESEND_LATER: Action = { ...RESEND, enabled: false };

const ACTIONS: Readonly<Record<State, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [SEND, BACK],
  sending: () => [],
  shut: ({ context }) => [context.secondsLeft === 0 ? SEND : SEND_LATER, BACK],
  sent: () => [RESEND_LATER, BACK],
  resendable: () => [RESEND, BACK],
  verifying: () => [RESEND_LATER],
  askingSecurityCode: () => [RESEND_LATER],
  sorting: () => [],
  wrong: ({ context }) => [context.secondsLeft === 0 ? RESEND : RESEND_LATER, BACK],
  expired: () => [RESEND, BACK],
  locked: () => [BACK],
  failed: () => [RETRY, BACK],
  verified: () => [],
  refused: () => [],
  forgotten: () => [],
  cancelled: () => [],
};
