import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { openDatabase } from "#server/db/openDatabase.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { countAnswers, openStorm } from "./openStorm.ts";

const SQL = fileURLToPath(new URL("../../server/db/", import.meta.url));
/** As docs/scaling.md has them. */
const FILES = ["citus/undistribute.sql", "functions/change_status.sql"];

/** Everything in the schema that has a definition. Citus checks the rows that it moves, also against what is not valid yet. */
const DEFINITIONS = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(' ' || column_default, '') as it
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace
  union all select 'function ' || p.oid::regprocedure || ' ' || md5(prosrc) from pg_proc p
    where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`;

/** Leaves Citus after people have claimed. Answers what was wrong. */
export async function goBack(programs: string): Promise<string[]> {
  const storm = await openStorm();
  try {
    const first = await storm.tap();
    const faults = await storm.judge(first);
    await storm.stopServers();
    const files = FILES.flatMap((file) => ["-f", path.join(SQL, file)]);
    const call = ["-d", storm.databaseUrl, "-v", "ON_ERROR_STOP=1", "-q", "-1", ...files];
    const { status, stderr } = spawnSync(path.join(programs, "psql"), call, { encoding: "utf8" });
    if (status !== 0) return [...faults, `going back failed: ${stderr}`];
    const database = await openDatabase({ databaseUrl: storm.databaseUrl }, { logger: silentLogger });
    faults.push(...(await findBreaches(database)), ...(await findOtherDefinitions(database.pool)));
    await database.close();
    const server = await storm.startServer({ DATABASE_SHARDING: "none" });
    const again = server === null ? [] : await storm.tap(storm.people, [server.url]);
    faults.push(
      ...again.filter(({ reply }) => reply.alreadyClaimed !== true).map(({ reply }) => JSON.stringify(reply)),
    );
    console.log(`leaving Citus: ${countAnswers(first)} before; ${countAnswers(again)} on one PostgreSQL`);
    return server === null ? [...faults, "no server started after going back"] : faults;
  } finally {
    await storm.stop();
  }
}

/** What differs from a database that was never distributed. */
async function findOtherDefinitions(pool: Pool): Promise<string[]> {
  const workers = process.env["TEST_CITUS_WORKERS"];
  delete process.env["TEST_CITUS_WORKERS"];
  const fresh = await createTestDatabase();
  process.env["TEST_CITUS_WORKERS"] = workers;
  const plain = await openDatabase(fresh.location, { logger: silentLogger });
  try {
    const [wanted, found] = [await readDefinitions(plain.pool), await readDefinitions(pool)];
    return [
      ...[...wanted].filter((it) => !found.has(it)).map((it) => `missing: ${it}`),
      ...[...found].filter((it) => !wanted.has(it)).map((it) => `left over: ${it}`),
    ];
  } finally {
    await plain.close();
    await fresh.remove();
  }
}

async function readDefinitions(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ it: string }>(DEFINITIONS);
  return new Set(rows.map(({ it }) => it));
}
