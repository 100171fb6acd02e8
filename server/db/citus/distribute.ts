import { readFile } from "node:fs/promises";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "#server/logger.ts";
import { DatabaseUnavailable } from "../database.ts";

const END = "\0";
/** Any number that no other lock in this database uses. */
const LOCK_KEY = 4_826_002;

/** Whether `distribute` has run on this database. */
export async function isDistributed(pool: Pool | PoolClient): Promise<boolean> {
  const { rows } = await pool.query<{ has_citus: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as has_citus",
  );
  if (rows[0]?.has_citus !== true) return false;
  const { rowCount } = await pool.query(
    "select from pg_dist_partition where logicalrelid = 'envelope'::regclass and partmethod = 'h'",
  );
  return rowCount === 1;
}

/**
 * Spreads the tables of the claim path over the workers, once, and makes its functions anew where the schema has changed.
 * Processes that start together wait for each other.
 * @throws DatabaseUnavailable where the database is no coordinator of Citus with workers.
 */
export async function distribute(pool: Pool, logger: Logger, isChanged: boolean): Promise<void> {
  if (!isChanged && (await isDistributed(pool))) return;
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [LOCK_KEY]);
    for (const name of ["../functions/draw_order.sql", "on_shard.sql"]) await runFile(client, name);
    if (!(await isDistributed(client))) {
      await runFile(client, "distribute.sql");
      logger.info({}, "the tables of the claim path are distributed over the workers");
    }
    await runFile(client, "credit_envelopes.sql");
    await createShardFunctions(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailable(
      "sharding",
      `The tables cannot be distributed: ${reason}. DATABASE_SHARDING=citus needs a coordinator of Citus with workers; see docs/scaling.md.`,
      { cause: error },
    );
  } finally {
    client.release(true);
  }
}

/** Citus takes one command per text. */
async function runFile(client: PoolClient, name: string): Promise<void> {
  for (const statement of splitStatements(await readText(name))) await client.query(statement);
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}

/** Functions that write to one shard's tables, and the tables that they name. */
const ON_SHARD = ["claim_shares", "take_places", "settle_draw"];
const TABLES = ["envelope", "share", "claim", "group_post", "ledger_entry", "draw_window", "entry"];

/**
 * The functions over each shard's own tables: what Citus would plan anew for each statement is planned once. Every node
 * gets the functions of all shards: those that are there, or come there later, find theirs.
 */
async function createShardFunctions(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ first: string; table: string; shard: bigint }>(
    `select logicalrelid::text as table, shardid as shard, shardminvalue as first from pg_dist_shard
     where logicalrelid = any ($1::regclass[])`,
    [TABLES],
  );
  const shards = Map.groupBy(rows, ({ first }) => first);
  for (const name of ON_SHARD) {
    const text = await readText(`../functions/${name}.sql`);
    for (const tables of shards.values()) {
      let body = text;
      for (const { table, shard } of tables) {
        body = body.replaceAll(new RegExp(`\\b(from|join|into|update) ${table}\\b`, "g"), `$1 ${table}_${shard}`);
        if (table === "envelope") body = body.replace(`function ${name}(`, `function ${name}_${shard}(`);
      }
      for (const statement of splitStatements(body)) await client.query(statement);
    }
  }
}

/** Statements of a file: each ends with a semicolon at the end of a line that is not part of a function's body. */
function splitStatements(text: string): string[] {
  const parts = text.split(/(\$\$[^]*?\$\$)/);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/^--.*$/gm, "").replaceAll(/;$/gm, END)))
    .join("")
    .split(END)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
