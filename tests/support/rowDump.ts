import { readFile, writeFile } from "node:fs/promises";
import type pg from "pg";

/** Rows that end by themselves, or that each start writes anew. */
const PASSING: ReadonlySet<string> = new Set([
  "attempt",
  "idempotency_key",
  "job_state",
  "lease",
  "lifecycle_edge",
  "schema_migration",
  "session",
  "verification_code",
  "wallet_challenge",
]);

/** Writes what a database holds, a row a line: its table and what PostgreSQL makes of it in JSON. */
export async function dumpRows(pool: pg.Pool, file: string): Promise<void> {
  const lines: string[] = [];
  for (const table of await listTables(pool)) {
    const { rows } = await pool.query<{ row: string }>(`select to_json(t)::text as row from "${table}" t`);
    lines.push(...rows.map(({ row }) => `${table} ${row}\n`));
  }
  await writeFile(file, lines.join(""));
}

/** Fills a migrated database with such rows, as they are: no trigger adds to them. */
export async function loadRows(pool: pg.Pool, file: string): Promise<void> {
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const rowsByTable = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(" ")));
  for (const [table, rows] of rowsByTable) {
    const columns = await listColumns(pool, table);
    await pool.query(`alter table "${table}" disable trigger user; delete from "${table}"`);
    await pool.query(
      `insert into "${table}" (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::"${table}", $1)`,
      // Only PostgreSQL reads them: a number of money is longer than one of JavaScript.
      [`[${rows.map((row) => row.slice(table.length)).join(",")}]`],
    );
    await pool.query(`alter table "${table}" enable trigger user`);
  }
}

/** Those that are not generated. */
async function listColumns(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]?.columns ?? "";
}

/** Each after those that it refers to. */
async function listTables(pool: pg.Pool): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string; needs: string[] }>(`
    select t.relname as name, array(
      select r.relname::text from pg_constraint c join pg_class r on r.oid = c.confrelid
      where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as needs
    from pg_class t where t.relkind in ('r', 'p') and not t.relispartition and t.relnamespace = 'public'::regnamespace
    order by 1`);
  const listed = new Set<string>();
  while (listed.size < tables.length) {
    for (const { name, needs } of tables) if (needs.every((need) => listed.has(need))) listed.add(name);
  }
  return [...listed].filter((name) => !PASSING.has(name));
}
