import type { Failure } from "./failure.ts";

/** How long the server wants a refused person to wait; null where it does not say. */
export function getRetryAfterSeconds(failure: Failure | null): number | null {
  return failure?.kind === "api" ? (failure.retryAfterSeconds ?? null) : null;
}
