import { toFailure } from "./failure.ts";

const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** How long the server wants a refused person to wait. */
export function readRetryAfterSeconds(error: unknown): number {
  const failure = toFailure(error);
  return (failure.kind === "api" ? failure.retryAfterSeconds : undefined) ?? DEFAULT_RETRY_AFTER_SECONDS;
}
