import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { EnvelopeCloseEvent, envelopeCloseMachine } from "./envelopeClose.machine.ts";

type Snapshot = SnapshotFrom<typeof envelopeCloseMachine>;

export interface EnvelopeCloseView extends FailureText {
  /** From when on it may be ended, ISO 8601; null where nobody waits. */
  closableAt: string | null;
  isAsking: boolean;
  isBusy: boolean;
  actions: readonly ViewAction<EnvelopeCloseEvent>[];
}

export function viewEnvelopeClose(snapshot: Snapshot): EnvelopeCloseView {
  const { value, context } = snapshot;
  return {
    closableAt: value === "early" ? new Date(context.closableAtMs).toISOString() : null,
    isAsking: value === "asking",
    isBusy: value === "closing",
    ...toFailureText(context.failure),
    actions: listActions<EnvelopeCloseEvent>(snapshot, [
      { event: { type: "ui.close" }, labelKey: "envelope:close.close", isWaiting: value === "early" },
      { event: { type: "ui.confirm" }, labelKey: "envelope:close.confirm" },
      { event: { type: "ui.back" }, labelKey: "envelope:close.back" },
    ]),
  };
}
