import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { addState, clearStates, readState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { nameRestored } from "./restored.ts";

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
  await addState(database, name, since.toISOString());
  return new Date((await readState(database, name)) ?? since);
}

/** Marks that nobody knows whether the treasury holds what the books say: payouts stop. Answers whether this is new. */
export async function markUncompared(database: Kysely<Schema>, coinType: CoinType, since: Date): Promise<boolean> {
  return addState(database, nameMark(coinType), since.toISOString());
}

/** Answers whether payouts were stopped. */
export async function clearUncompared(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const mark = nameMark(coinType);
  return (await clearStates(database, [mark, nameSince(coinType)])).includes(mark);
}

/** Whether payouts wait for a comparison: none came for long, or none since the database was restored. */
export async function isUncompared(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const mark = await database
    .selectFrom("job_state")
    .select("name")
    .where("name", "in", [nameMark(coinType), nameRestored(coinType)])
    .limit(1)
    .executeTakeFirst();
  return mark !== undefined;
}
