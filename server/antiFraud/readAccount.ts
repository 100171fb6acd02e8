import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import { ApiError } from "#server/calls/apiError.ts";

/** The account that a request names, in its one spelling. Throws invalidRequest for what cannot be one. */
export function readAccount(text: string): string {
  const account = normalizeAccount(text);
  if (account === null) throw new ApiError("invalidRequest");
  return account;
}
