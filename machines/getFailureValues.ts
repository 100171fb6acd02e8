import { writeWait } from "#domain/writeWait.ts";
import type { Failure } from "./failure.ts";
import { getRetryAfterSeconds } from "./getRetryAfterSeconds.ts";

/** Values of a failure's text: the wait that the server asks for. */
export function getFailureValues(failure: Failure | null): Readonly<Record<string, string>> {
  const seconds = getRetryAfterSeconds(failure);
  return seconds === null ? {} : { ...writeWait(seconds) };
}
