import type { Failure } from "#machines/kit/failure.ts";

/**
 * The failure's own message where the app has no text for it: the server's for a code that the app does not know, or
 * the reason why a request could not be made. A toast shows it as it is. Null: the screen tells the failure, once.
 */
export function getVerbatimMessage(failure: Failure): string | null {
  const isVerbatim = failure.kind === "unexpected" && failure.isForPeople === true;
  return isVerbatim && failure.message !== "" ? failure.message : null;
}
