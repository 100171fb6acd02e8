import type { Kysely } from "kysely";
import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** Switches a person's automatic payout of a coin off, or of all coins for null. */
export async function stopAutoPayouts(
  database: Kysely<Schema>,
  tgUserId: bigint,
  coinType: CoinType | null,
): Promise<void> {
  const coinTypes = coinType === null ? COIN_TYPES : [coinType];
  await database
    .deleteFrom("auto_payout")
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "in", coinTypes)
    .execute();
}
