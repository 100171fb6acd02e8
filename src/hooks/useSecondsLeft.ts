import { useSyncExternalStore } from "react";

import { readServerTimeMs, watchServerTime } from "#src/adapters/serverClock.ts";

const SECOND_MS = 1000;

/** Whole seconds until a moment (ISO 8601), rounded up, running; 0 once it has passed. */
export function useSecondsLeft(until: string): number {
  return useSyncExternalStore(watchServerTime, () =>
    Math.max(0, Math.ceil((Date.parse(until) - readServerTimeMs()) / SECOND_MS)),
  );
}
