import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { addState, clearState, clearStates, readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { nameDispute } from "./disputes.ts";

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

const nameOrigin = (coinType: CoinType) => `databaseOrigin:${coinType}`;
/** Name of the mark in `job_state` while payouts wait for a comparison; its value is the position. */
const nameRestored = (coinType: CoinType) => `restoredUntil:${coinType}`;
/** PostgreSQL counts a timeline on at each restore and failover; a copy has another identifier or number. */
const ORIGIN = sql<string>`concat_ws(' ', substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()))`;

/**
 * Whether the database goes on from an earlier moment than the chain does: it was restored from a backup, or a replica took
 * over that lacked the last commits. What the treasury sent since that moment may be in no row. Payouts ask at each step.
 */
export async function isRestored(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const { rows } = await sql<{ origin: string; known: string | null }>`
    select ${ORIGIN} as origin, (select value from job_state where name = ${nameOrigin(coinType)}) as known
  `.execute(database);
  const [{ origin, known } = { origin: "", known: null }] = rows;
  if (known === null) await addState(database, nameOrigin(coinType), origin);
  return known !== null && known !== origin;
}

/** Stops payouts until books and chain are compared at this position, which the treasury had reached by now. */
export async function markRestored(database: Kysely<Schema>, coinType: CoinType, head: bigint): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await writeState(trx, nameRestored(coinType), String(head));
    await sql`update job_state set value = ${ORIGIN} where name = ${nameOrigin(coinType)}`.execute(trx);
  });
}

/** After a comparison at a position. What hosts said of the head is over then, too. */
export async function clearRestored(trx: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<void> {
  const { rows } = await sql`
    delete from job_state where name = ${nameRestored(coinType)} and value::numeric <= ${position} returning name
  `.execute(trx);
  if (rows.length > 0) await clearState(trx, nameDispute("Head", coinType));
}
