import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** Whether operators keep money at this address: what comes from there is credited to nobody. */
export async function isFromCold(trx: Kysely<Schema>, coinType: CoinType, fromKey: string): Promise<boolean> {
  const row = await trx
    .selectFrom("cold_address")
    .select("address_key")
    .where("coin_type", "=", coinType)
    .where("address_key", "=", fromKey)
    .executeTakeFirst();
  return row !== undefined;
}
