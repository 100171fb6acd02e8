import type { components } from "#contract/schema.d.ts";

/** Whether a coin is open for new envelopes. Until it is known, one is: the form says otherwise in time. */
export function isSendingOpen(info: components["schemas"]["SystemInfo"] | null): boolean {
  return info === null || info.coins.length > 0;
}
