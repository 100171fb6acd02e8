import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../viewAction.ts";
import type { appMachine, AppEvent, Toast } from "./app.machine.ts";

export interface AppView {
  toast: Toast | null;
  /** i18n key of what covers everything when the app cannot go on. */
  brokenKey: string | null;
  actions: readonly ViewAction<AppEvent>[];
}

type Snapshot = SnapshotFrom<typeof appMachine>;

export function viewApp(snapshot: Snapshot): AppView {
  const { value, context } = snapshot;
  if (value === "idle") return { toast: null, brokenKey: null, actions: [] };
  if (value === "broken") {
    return { toast: null, brokenKey: "app:broken", actions: [{ event: { type: "ui.reload" }, labelKey: "app:reload", enabled: true }] };
  }
  switch (value.running) {
    case "quiet":
      return { toast: null, brokenKey: null, actions: [] };
    case "toasting":
      return { toast: context.toast, brokenKey: null, actions: [{ event: { type: "ui.dismissToast" }, labelKey: "app:toast.dismiss", enabled: true }] };
  }
}
