import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/**
 * For so long payouts go on without a comparison of books and chain. Ethereum finalises blocks every 6.4 minutes, and now
 * and then one round later.
 */
export const LONGEST_UNCOMPARED_MS = 900_000;

const nameMark = (coinType: CoinType) => `uncompared:${coinType}`;
const nameSince = (coinType: CoinType) => `uncomparedSince:${coinType}`;

/** Stores since when they are not compared, and answers what is stored: an earlier process may have known it. */
export async function keepUncomparedSince(database: Kysely<Schema>, coinType: CoinType, since: Date): Promise<Date> {
  const name = nameSince(coinType);
  await database
    .insertInto("job_state")
    .values({ name, value: since.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await database.selectFrom("job_state").select("value").where("name", "=", name).executeTakeFirst();
  return kept === undefined ? since : new Date(kept.value);
}

/** Marks that nobody knows whether the treasury holds what the books say: payouts stop. Answers whether this is new. */
export async function markUncompared(database: Kysely<Schema>, coinType: CoinType, since: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: marked } = await database
    .insertInto("job_state")
    .values({ name: nameMark(coinType), value: since.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (marked ?? 0n) > 0n;
}

/** Answers whether payouts were stopped. */
export async function clearUncompared(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const cleared = await database
    .deleteFrom("job_state")
    .where("name", "in", [nameMark(coinType), nameSince(coinType)])
    .returning("name")
    .execute();
  return cleared.some(({ name }) => name === nameMark(coinType));
}

export async function isUncompared(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const mark = await database
    .selectFrom("job_state")
    .select("name")
    .where("name", "=", nameMark(coinType))
    .executeTakeFirst();
  return mark !== undefined;
}
