import { toFailure } from "./failure.ts";
import { getRetryAfterSeconds } from "./getRetryAfterSeconds.ts";

const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** How long a refused person has to wait, also where the server does not say. */
export function readRetryAfterSeconds(error: unknown): number {
  return getRetryAfterSeconds(toFailure(error)) ?? DEFAULT_RETRY_AFTER_SECONDS;
}
