import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../kit/viewAction.ts";
import type { appMachine, AppEvent, Toast } from "./app.machine.ts";

export interface AppView {
  toast: Toast | null;
  /** i18n key of what covers everything when the app cannot go on. */
  brokenKey: string | null;
  actions: readonly ViewAction<AppEvent>[];
}

type Snapshot = SnapshotFrom<typeof appMachine>;

const RELOAD: ViewAction<AppEvent> = { event: { type: "ui.reload" }, labelKey: "app:error.reload", enabled: true };
const DISMISS: ViewAction<AppEvent> = {
  event: { type: "ui.dismissToast" },
  labelKey: "app:toast.dismiss",
  enabled: true,
};

/** The same object as long as nothing changes, so that a selector renders nothing anew. */
const QUIET: AppView = { toast: null, brokenKey: null, actions: [] };
const BROKEN: AppView = { toast: null, brokenKey: "app:error.crashed", actions: [RELOAD] };

export function viewApp(snapshot: Snapshot): AppView {
  if (snapshot.matches("broken")) return BROKEN;
  if (snapshot.matches({ running: "toasting" }))
    return { toast: snapshot.context.toast, brokenKey: null, actions: [DISMISS] };
  return QUIET;
}
