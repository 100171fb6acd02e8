import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../viewAction.ts";
import type { clipboardMachine, ClipboardEvent } from "./clipboard.machine.ts";

export interface ClipboardView {
  status: "idle" | "copying" | "copied" | "manual";
  /** The text to select and copy by hand; null unless `manual`. */
  manualText: string | null;
  messageKey: string | null;
  /** The payload of `ui.copy` is an example: screens send the text beside the button. */
  actions: readonly ViewAction<ClipboardEvent>[];
}

type Snapshot = SnapshotFrom<typeof clipboardMachine>;

export function viewClipboard(snapshot: Snapshot): ClipboardView {
  const status = getStatus(snapshot);
  const copy: ViewAction<ClipboardEvent> = { event: { type: "ui.copy", text: "" }, labelKey: "app:clipboard.copy", enabled: status !== "copying" };
  switch (status) {
    case "idle":
    case "copying":
      return { status, manualText: null, messageKey: null, actions: [copy] };
    case "copied":
      return { status, manualText: null, messageKey: "app:clipboard.copied", actions: [copy] };
    case "manual":
      return {
        status,
        manualText: snapshot.context.text,
        messageKey: "app:clipboard.manual",
        actions: [copy, { event: { type: "ui.dismiss" }, labelKey: "app:clipboard.dismiss", enabled: true }],
      };
  }
}

function getStatus({ value }: Snapshot): ClipboardView["status"] {
  switch (value) {
    case "messenger":
    case "browser":
    case "legacy":
      return "copying";
    case "idle":
    case "copied":
    case "manual":
      return value;
  }
}
