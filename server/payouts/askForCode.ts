import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { checkSecurityCode } from "#server/accounts/securityCode.ts";
import { lockAccount } from "#server/accounts/lockAccount.ts";
import { refuseBlockedSpending } from "#server/accounts/spendingBlocks.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/calls/apiError.ts";

/** The hash of the security code that was checked: the code is hashed before the account is locked. */
export type CheckedCode = string;

/** Spending needs a security code to exist. Throws as `checkSecurityCode` does, and securityCodeRequired where there is none. */
export async function askForCode(app: App, tgUserId: bigint, securityCode: string): Promise<CheckedCode> {
  const hash = await checkSecurityCode(app, tgUserId, securityCode);
  if (hash === null) throw new ApiError("securityCodeRequired");
  return hash;
}

/**
 * Locks the account of somebody who spends, so that one spends at a time. Throws spendingBlocked, and
 * securityCodeRequired where the code has changed since it was checked.
 */
export async function lockSpender(
  trx: Kysely<Schema>,
  app: App,
  spender: { tgUserId: bigint; coinType: CoinType },
  checked: CheckedCode,
): Promise<void> {
  const { security_code_hash: securityCodeHash } = await lockAccount(trx, spender.tgUserId);
  if (securityCodeHash !== checked) throw new ApiError("securityCodeRequired");
  await refuseBlockedSpending(trx, app, spender);
}
