import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/**
 * For so long payouts go on without a comparison of books and chain. Ethereum finalises blocks every 6.4 minutes, and now
 * and then one round later.
 */
export const LONGEST_UNCOMPARED_MS = 900_000;

const nameMark = (coinType: CoinType) => `uncompared:${coinType}`;

/** Marks that nobody knows whether the treasury holds what the books say: payouts stop. */
export async function markUncompared(database: Kysely<Schema>, coinType: CoinType, since: Date): Promise<void> {
  await database
    .insertInto("job_state")
    .values({ name: nameMark(coinType), value: since.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function clearUncompared(database: Kysely<Schema>, coinType: CoinType): Promise<void> {
  await database.deleteFrom("job_state").where("name", "=", nameMark(coinType)).execute();
}

export async function isUncompared(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const mark = await database
    .selectFrom("job_state")
    .select("name")
    .where("name", "=", nameMark(coinType))
    .executeTakeFirst();
  return mark !== undefined;
}
