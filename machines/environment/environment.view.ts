import type { SnapshotFrom } from "xstate";
import type { ViewAction } from "../viewAction.ts";
import type { environmentMachine, EnvironmentEvent } from "./environment.machine.ts";

export interface EnvironmentView {
  place: "unknown" | "inside" | "outside" | "invalidLaunch" | "unavailable";
  /** A dialog that covers everything; its texts are i18n keys. */
  dialog: { titleKey: string; messageKey: string } | null;
  /** i18n key of what the login page says instead of a login. */
  promptKey: string | null;
  actions: readonly ViewAction<EnvironmentEvent>[];
}

type Snapshot = SnapshotFrom<typeof environmentMachine>;

export function viewEnvironment(snapshot: Snapshot): EnvironmentView {
  const place = getPlace(snapshot);
  const retry: ViewAction<EnvironmentEvent> = { event: { type: "ui.retry" }, labelKey: "app:environment.retry", enabled: true };
  switch (place) {
    case "unknown":
    case "inside":
      return { place, dialog: null, promptKey: null, actions: [] };
    case "outside":
      return { place, dialog: null, promptKey: "app:environment.outside", actions: [retry] };
    case "invalidLaunch":
      return { place, dialog: null, promptKey: "app:environment.invalidLaunch", actions: [retry] };
    case "unavailable":
      return { place, dialog: { titleKey: "app:tips", messageKey: "app:environment_loading_exception" }, promptKey: "app:environment.abnormal", actions: [retry] };
  }
}

function getPlace({ value }: Snapshot): EnvironmentView["place"] {
  if (typeof value === "object") return value.probing === "late" ? "outside" : "unknown";
  switch (value) {
    case "idle":
    case "reading":
    case "signalling":
      return "unknown";
    case "ready":
      return "inside";
    case "outside":
    case "invalidLaunch":
    case "unavailable":
      return value;
  }
}
