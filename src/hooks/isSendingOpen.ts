import type { components } from "#contract/schema.d.ts";

/** Whether a coin is open for new envelopes. True until known: the form itself shows where none is open. */
export function isSendingOpen(info: components["schemas"]["SystemInfo"] | null): boolean {
  return info === null || info.coins.length > 0;
}
