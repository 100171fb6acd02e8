import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** How many shares of a coin a user has claimed, and their sum in base units. */
export async function readReceived(
  database: Kysely<Schema>,
  tgUserId: bigint,
  coinType: CoinType,
): Promise<{ count: number; sumBase: bigint }> {
  const row = await database
    .selectFrom("claim")
    .select((select) => [
      select.fn.countAll<bigint>().as("count"),
      select.fn.sum<bigint | null>("amount_base").as("sum"),
    ])
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "=", coinType)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), sumBase: row.sum ?? 0n };
}
