import type { PoolClient } from "pg";
import type { Database } from "../database.ts";

/** The tables of distribute.sql. */
const TABLES = ["envelope", "share", "claim", "group_post", "draw_window", "entry", "ledger_entry", "status_history"];

/**
 * Begins a transaction that reads one moment. On Citus what is on the shards is copied into its own tables, which go by the
 * same names, so that statements join them with the others; each shard's rows are of the moment at which they are read.
 */
export async function beginSnapshot(client: PoolClient, { isSharded }: Database): Promise<void> {
  await client.query(`begin transaction isolation level repeatable read ${isSharded ? "" : "read only"}`);
  // A large database takes longer than a request may.
  await client.query("set local statement_timeout = 0");
  for (const table of isSharded ? TABLES : []) {
    await client.query(`create temp table ${table} (like public.${table} including indexes) on commit drop`);
    await client.query(`insert into pg_temp.${table} select * from public.${table}`);
    await client.query(`analyze pg_temp.${table}`);
  }
}
