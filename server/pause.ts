import { setTimeout as sleep } from "node:timers/promises";

/** Waits, or until `signal` aborts. Never rejects. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}
