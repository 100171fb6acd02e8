import type { PoolClient } from "pg";

/** The tables of distribute.sql. */
const TABLES = ["envelope", "share", "claim", "group_post", "ledger_entry", "status_history"];

/**
 * Copies what is on the shards into tables of this transaction, which go by the same names, so that statements join them
 * with the others as on one server. Each shard's rows are of the moment at which they are read.
 */
export async function copyShards(client: PoolClient): Promise<void> {
  for (const table of TABLES) {
    await client.query(`create temp table ${table} (like public.${table} including indexes) on commit drop`);
    await client.query(`insert into pg_temp.${table} select * from public.${table}`);
    await client.query(`analyze pg_temp.${table}`);
  }
}
