import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { addState, clearState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { nameDispute } from "./disputes.ts";

const nameOrigin = (coinType: CoinType) => `databaseOrigin:${coinType}`;
/** Name of the mark in `job_state` while payouts wait for a comparison; its value is the position. */
export const nameRestored = (coinType: CoinType) => `restoredUntil:${coinType}`;
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
