import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../viewAction.ts";
import type { clipboardMachine, ClipboardEvent } from "./clipboard.machine.ts";

export interface ClipboardView {
  status: "idle" | "copying" | "copied" | "manual";
  /** The text to select and copy by hand; null unless `manual`. */
  manualText: string | null;
  messageKey: string | null;
  /** The text that has just been copied; null unless `copied`. */
  copiedText: string | null;
  /** The payload of `ui.copy` is an example: screens send the text beside the button. */
  actions: readonly ViewAction<ClipboardEvent>[];
}

type Snapshot = SnapshotFrom<typeof clipboardMachine>;

const STATUS: Readonly<Record<Snapshot["value"], ClipboardView["status"]>> = {
  idle: "idle",
  messenger: "copying",
  browser: "copying",
  legacy: "copying",
  copied: "copied",
  manual: "manual",
};

const MESSAGE_KEYS: Readonly<Record<ClipboardView["status"], string | null>> = {
  idle: null,
  copying: null,
  copied: "app:clipboard.copied",
  manual: "app:clipboard.manual",
};

export function viewClipboard({ value, context }: Snapshot): ClipboardView {
  const status = STATUS[value];
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
    messageKey: MESSAGE_KEYS[status],
    copiedText: status === "copied" ? context.text : null,
    actions: isManual ? [copy, dismiss] : [copy],
  };
}
