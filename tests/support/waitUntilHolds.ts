import { vi } from "vitest";

/** As patient as `expect.poll`: a busy machine is slow, not wrong. */
const PATIENCE_MS = 45_000;

/** Checks again and again until nothing throws, as `vi.waitFor` does for a second. */
export function waitUntilHolds<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: PATIENCE_MS });
}
