import type { Kysely } from "kysely";
import { COIN_TYPES } from "#domain/coins.ts";
import { drawBelow } from "#domain/draw/drawBelow.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { FIRST_PSEUDONYM } from "#server/ledger/pseudonym.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { lockRankings } from "#server/rankings/sumEnded.ts";
import { findObstacles } from "./findObstacles.ts";
import { forgetPerson } from "./forgetPerson.ts";
import { hasFewLines, renameRows } from "./renameRows.ts";
import { checkSecurityCode } from "./securityCode.ts";

/**
 * Deletes the caller's account: what tells who it was is gone, and rows of money keep a number that stands for nobody,
 * from now on or, where they are many, once a job has put it there.
 * Throws notAvailable while something is owed, and as `checkSecurityCode` does.
 */
export const deleteAccount: Handler<"deleteAccount"> = async ({ user: { tgUserId }, body }, app) => {
  const checked = await checkSecurityCode(app, tgUserId, body.securityCode);
  const pseudonym = FIRST_PSEUDONYM + drawBelow(FIRST_PSEUDONYM, (length) => app.random.bytes(length));
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      await lockRankings(trx);
      if ((await lockWholly(trx, tgUserId)) !== checked) throw new ApiError("securityCodeRequired");
      if ((await findObstacles(trx, tgUserId)).length > 0) throw new ApiError("notAvailable");
      await bookLeftovers(trx, app, tgUserId, pseudonym);
      await forgetPerson(trx, { tgUserId, pseudonym, at: app.clock.now() });
      if (await hasFewLines(trx, tgUserId)) await renameRows(trx, { tgUserId, pseudonym });
    }),
  );
  return null;
};

/** Locks the person: their other calls wait, and fail once the account is gone. Returns the hash of the security code. */
async function lockWholly(trx: Kysely<Schema>, tgUserId: bigint): Promise<string | null> {
  const row = await trx
    .selectFrom("tg_user")
    .select("security_code_hash")
    .where("tg_user_id", "=", tgUserId)
    .where("leaving_as", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("unauthorized");
  return row.security_code_hash;
}

/** A balance below what a call can name is nothing that anybody can spend. */
async function bookLeftovers(trx: Kysely<Schema>, app: App, tgUserId: bigint, pseudonym: bigint): Promise<void> {
  for (const coinType of COIN_TYPES) {
    const leftBase = await readBalance(trx, tgUserId, coinType);
    if (leftBase === 0n) continue;
    await postEntries(trx, {
      transactionId: `leftover:${pseudonym}:${coinType}`,
      kind: "leftover",
      at: app.clock.now(),
      entries: [
        { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: -leftBase },
        { account: ACCOUNTS.fees(coinType), coinType, amountBase: leftBase },
      ],
    });
  }
}
