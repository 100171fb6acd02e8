import type { Failure } from "#machines/kit/failure.ts";

/**
 * The failure's own message where a toast shows it as it is: the server's, which is in the user's language and exact,
 * or the reason why a request could not be made. Null: the app shows its own text.
 */
export function getVerbatimMessage(failure: Failure): string | null {
  const isVerbatim = failure.kind === "api" || (failure.kind === "unexpected" && failure.isForPeople === true);
  return isVerbatim && failure.message !== "" ? failure.message : null;
}
