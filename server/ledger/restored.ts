import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { addState, readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";

const nameOrigin = (coinType: CoinType) => `databaseOrigin:${coinType}`;
const nameMark = (coinType: CoinType) => `restoredUntil:${coinType}`;

/**
 * Whether the database goes on from an earlier moment than the chain does: it was restored from a backup, or a replica took
 * over that lacked the last commits. PostgreSQL counts a timeline on at each; a copy has another identifier or number.
 * What the treasury sent since that moment may be in no row.
 */
export async function isRestored(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const origin = await readOrigin(database);
  if (await addState(database, nameOrigin(coinType), origin)) return false;
  return (await readState(database, nameOrigin(coinType))) !== origin;
}

/** Stops payouts until books and chain are compared at this position, which the treasury had reached by now. */
export async function markRestored(database: Kysely<Schema>, coinType: CoinType, head: bigint): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await writeState(trx, nameMark(coinType), String(head));
    await writeState(trx, nameOrigin(coinType), await readOrigin(trx));
  });
}

/** After a comparison at a position. */
export async function clearRestored(trx: Kysely<Schema>, coinType: CoinType, position: bigint): Promise<void> {
  await sql`delete from job_state where name = ${nameMark(coinType)} and value::numeric <= ${position}`.execute(trx);
}

/** Whether payouts wait for that comparison. */
export async function isRestoredUncompared(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  return (await readState(database, nameMark(coinType))) !== null;
}

async function readOrigin(database: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    select concat_ws(' ', substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
      (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database())) as origin
  `.execute(database);
  return rows[0]?.origin ?? "";
}
