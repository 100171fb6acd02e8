import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/**
 * In-app balance of a user in base units. A call that spends it must read it while it holds the lock on the user's row.
 */
export async function readBalance(database: Kysely<Schema>, tgUserId: bigint, coinType: CoinType): Promise<bigint> {
  const total = await database
    .selectFrom("person_total")
    .select("balance_base")
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "=", coinType)
    .executeTakeFirst();
  return total?.balance_base ?? 0n;
}
