import type { components } from "#contract/schema.d.ts";

/** Whether a coin is open for new envelopes. True until it is known: the form says so where none is. */
export function isSendingOpen(info: components["schemas"]["SystemInfo"] | null): boolean {
  return info === null || info.coins.length > 0;
}
