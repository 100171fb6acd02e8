import type { SnapshotFrom } from "xstate";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { environmentMachine, EnvironmentEvent } from "./environment.machine.ts";

export interface EnvironmentView {
  place: "unknown" | "inside" | "outside" | "invalidLaunch" | "unavailable";
  /** A dialog that covers everything; its texts are i18n keys. The likely cause is null where nothing points to one. */
  dialog: { titleKey: string; messageKey: string; causeKey: string | null } | null;
  /** i18n key of what the login page says instead of a login. */
  promptKey: string | null;
  actions: readonly ViewAction<EnvironmentEvent>[];
}

type Snapshot = SnapshotFrom<typeof environmentMachine>;

const PLACES: Readonly<Record<Extract<Snapshot["value"], string>, EnvironmentView["place"]>> = {
  idle: "unknown",
  reading: "unknown",
  signalling: "unknown",
  ready: "inside",
  outside: "outside",
  invalidLaunch: "invalidLaunch",
  unavailable: "unavailable",
};

const PROMPT_KEYS: Readonly<Record<EnvironmentView["place"], string | null>> = {
  unknown: null,
  inside: null,
  outside: "app:environment.outside",
  invalidLaunch: "app:environment.invalidLaunch",
  unavailable: "app:environment.abnormal",
};

export function viewEnvironment(snapshot: Snapshot): EnvironmentView {
  const place = getPlace(snapshot);
  return {
    place,
    dialog: place === "unavailable" ? viewDialog(snapshot) : null,
    promptKey: PROMPT_KEYS[place],
    actions: listActions(snapshot, [{ event: { type: "ui.retry" }, labelKey: "app:environment.retry" }]),
  };
}

function viewDialog({ context: { launch, failure } }: Snapshot): EnvironmentView["dialog"] {
  // Nothing has failed, and the messenger that launched the app says nothing.
  const isSilent = launch !== null && failure === null;
  return {
    titleKey: "app:tips",
    messageKey: "app:environment_loading_exception",
    causeKey: isSilent ? "app:environment.silent" : null,
  };
}

function getPlace({ value }: Snapshot): EnvironmentView["place"] {
  if (typeof value === "string") return PLACES[value];
  return value.probing === "late" ? "outside" : "unknown";
}
