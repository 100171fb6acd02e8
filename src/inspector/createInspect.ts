import { createBrowserInspector } from "@statelyai/inspect";
import type { InspectionEvent, Observer } from "xstate";

import { maskSecrets } from "./maskSecrets.ts";
import { SECRET_FIELDS } from "./secretFields.ts";

/** Messages that wait for the inspector's window; it may open slowly, and the first ones hold the charts. */
const MAX_WAITING = 10_000;
/** Charts are nested this deep at most, with their transitions and actions. */
const MAX_DEPTH = 40;

/**
 * Opens the Stately inspector in a window of its own and returns what the root actor is created with. Development only;
 * secrets are masked.
 */
export function createInspect(page: Window): Observer<InspectionEvent> {
  return createBrowserInspector({
    window: page,
    maxDeferredEvents: MAX_WAITING,
    serializationDepthLimit: MAX_DEPTH,
    serialize: (event) => maskSecrets(event, SECRET_FIELDS) as typeof event,
  }).inspect;
}
