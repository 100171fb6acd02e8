import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { envelopeShareMachine, EnvelopeShareEvent } from "./envelopeShare.machine.ts";

type Snapshot = SnapshotFrom<typeof envelopeShareMachine>;

export interface EnvelopeShareView extends FailureText {
  isBusy: boolean;
  isShared: boolean;
  actions: readonly ViewAction<EnvelopeShareEvent>[];
}

export function viewEnvelopeShare(snapshot: Snapshot): EnvelopeShareView {
  const { context, value } = snapshot;
  const isBusy = value === "preparing";
  return {
    isBusy,
    isShared: value === "shared",
    ...toFailureText(value === "failed" ? context.failure : null),
    actions: isBusy ? [] : [{ event: { type: "ui.share" }, labelKey: "envelope:share.share", enabled: true }],
  };
}
