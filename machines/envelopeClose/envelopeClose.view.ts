import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { EnvelopeCloseEvent, envelopeCloseMachine } from "./envelopeClose.machine.ts";

type Snapshot = SnapshotFrom<typeof envelopeCloseMachine>;

export interface EnvelopeCloseView extends FailureText {
  /** How long the sender has to wait; null where nobody waits. */
  secondsLeft: number | null;
  isAsking: boolean;
  isBusy: boolean;
  actions: readonly ViewAction<EnvelopeCloseEvent>[];
}

export function viewEnvelopeClose(snapshot: Snapshot): EnvelopeCloseView {
  const { value, context } = snapshot;
  return {
    secondsLeft: value === "early" ? context.secondsLeft : null,
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
