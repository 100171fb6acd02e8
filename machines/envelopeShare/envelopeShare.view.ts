import type { SnapshotFrom } from "xstate";
import { getFailureKey } from "../failureKey.ts";
import type { ViewAction } from "../viewAction.ts";
import type { envelopeShareMachine, EnvelopeShareEvent } from "./envelopeShare.machine.ts";

type Snapshot = SnapshotFrom<typeof envelopeShareMachine>;

export interface EnvelopeShareView {
  isBusy: boolean;
  isShared: boolean;
  failureKey: string | null;
  actions: readonly ViewAction<EnvelopeShareEvent>[];
}

export function viewEnvelopeShare({ context, value }: Snapshot): EnvelopeShareView {
  const isBusy = value === "preparing" || value === "offering";
  return {
    isBusy,
    isShared: value === "shared",
    failureKey: value === "failed" && context.failure !== null ? getFailureKey(context.failure) : null,
    actions: isBusy ? [] : [{ event: { type: "ui.share" }, labelKey: "envelope:share.share", enabled: true }],
  };
}
