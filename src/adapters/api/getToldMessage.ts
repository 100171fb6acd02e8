import type { Failure } from "#machines/failure.ts";

/**
 * What a toast says word for word: the server's own message, which is in the user's language and names what exactly is
 * wrong, also for a code that the app does not know, and why a request could not be made. Null: the app has words.
 */
export function getToldMessage(failure: Failure): string | null {
  const isTold = failure.kind === "api" || (failure.kind === "unexpected" && failure.isForPeople === true);
  return isTold && failure.message !== "" ? failure.message : null;
}
