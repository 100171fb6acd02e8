import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { envelopePictureMachine, EnvelopePictureEvent } from "./envelopePicture.machine.ts";

type Snapshot = SnapshotFrom<typeof envelopePictureMachine>;

export interface EnvelopePictureView extends FailureText {
  isBusy: boolean;
  /** Null until it was made. */
  dataUrl: string | null;
  /** Whether a press on the picture is the only way to keep it. */
  isKeptByPress: boolean;
  actions: readonly ViewAction<EnvelopePictureEvent>[];
}

export function viewEnvelopePicture(snapshot: Snapshot): EnvelopePictureView {
  const { picture, failure } = snapshot.context;
  const isBusy = snapshot.value === "handingOver";
  return {
    isBusy,
    dataUrl: picture?.dataUrl ?? null,
    isKeptByPress: picture?.way === "hold",
    ...toFailureText(failure),
    actions: listActions<EnvelopePictureEvent>(snapshot, [
      {
        event: { type: "ui.handOver" },
        labelKey: `envelope:picture.${picture?.way === "save" ? "save" : "share"}`,
        isWaiting: isBusy,
      },
      { event: { type: "ui.retry" }, labelKey: "app:list.retry" },
    ]),
  };
}
