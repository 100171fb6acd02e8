import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** Switches a person's automatic payout of a coin off, or of all coins for null. */
export async function stopAutoPayouts(
  database: Kysely<Schema>,
  tgUserId: bigint,
  coinType: CoinType | null,
): Promise<void> {
  await database
    .deleteFrom("auto_payout")
    .where("tg_user_id", "=", tgUserId)
    .$if(coinType !== null, (all) => all.where("coin_type", "=", coinType ?? "eth"))
    .execute();
}
