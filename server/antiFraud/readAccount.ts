import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import { ApiError } from "#server/calls/apiError.ts";

/** The account of a request in canonical spelling. Throws invalidRequest for a malformed one. */
export function readAccount(text: string): string {
  const account = normalizeAccount(text);
  if (account === null) throw new ApiError("invalidRequest");
  return account;
}
