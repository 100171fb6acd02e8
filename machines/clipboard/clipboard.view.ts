import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../kit/viewAction.ts";
import type { clipboardMachine, ClipboardEvent } from "./clipboard.machine.ts";

export interface ClipboardView {
  status: Snapshot["value"];
  /** The text to select and copy by hand; null unless `manual`. */
  manualText: string | null;
  /** What to do with `manualText`. */
  messageKey: string | null;
  /** The text that has just been copied; null unless `copied`. */
  copiedText: string | null;
  /** The payload of `ui.copy` is an example: screens send the text beside the button. */
  actions: readonly ViewAction<ClipboardEvent>[];
}

type Snapshot = SnapshotFrom<typeof clipboardMachine>;

export function viewClipboard({ value: status, context }: Snapshot): ClipboardView {
  const isManual = status === "manual";
  const copy: ViewAction<ClipboardEvent> = {
    event: { type: "ui.copy", text: "" },
    labelKey: "app:clipboard.copy",
    enabled: status !== "copying",
  };
  const dismiss: ViewAction<ClipboardEvent> = {
    event: { type: "ui.dismiss" },
    labelKey: "app:clipboard.dismiss",
    enabled: true,
  };
  return {
    status,
    manualText: isManual ? context.text : null,
    messageKey: isManual ? "app:clipboard.manual" : null,
    copiedText: status === "copied" ? context.text : null,
    actions: isManual ? [copy, dismiss] : [copy],
  };
}
