import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** What lies at another coin's treasury and waits for an operator: that treasury does not spend it as fuel. */
export async function readStrayFuel(database: Kysely<Schema>, fuelCoin: CoinType): Promise<bigint> {
  const { base } = await database
    .selectFrom("stray_transfer")
    .select((select) => select.fn.sum<bigint | null>("amount_base").as("base"))
    .where("coin_type", "=", fuelCoin)
    .where("outcome", "is", null)
    .executeTakeFirstOrThrow();
  return base ?? 0n;
}
