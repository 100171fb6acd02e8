import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationId } from "#contract/operations.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";
import { walkThroughApi } from "./apiWalkthrough.ts";
import { type Ask, createWorld, type World } from "./world.ts";

/** What counts attempts, and so also those that are refused. */
const COUNTERS = "attempt";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Counts what lies on shards table by table: Citus would read one statement for all anew each time, in a quarter of a second. */
async function makeRowCounter(): Promise<() => Promise<Record<string, number>>> {
  const { pool } = world.app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> $1`,
    [COUNTERS],
  );
  const shards = "select logicalrelid::text as name from pg_dist_partition";
  const { rows: onShards } = isOnCitus ? await pool.query<{ name: string }>(shards) : { rows: [] };
  const local = tables.filter(({ name }) => onShards.every((table) => table.name !== name));
  const statements = [local, ...onShards.map((table) => [table])].map((some, index) => ({
    // A named statement is planned once.
    name: `countRows${String(index)}`,
    text: some.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`).join(" union all "),
  }));
  return async () => {
    const counted = await Promise.all(statements.map((one) => pool.query<{ name: string; rows: number }>(one)));
    return Object.fromEntries(counted.flatMap(({ rows }) => rows.map(({ name, rows: count }) => [name, count])));
  };
}

test("a refused call leaves a row nowhere but in the counters of its limits", async () => {
  const countRows = await makeRowCounter();
  const left: object[] = [];
  let refusals = 0;
  let keys = 0;
  const ask = async (operationId: OperationId, asked: Ask = {}) => {
    const headers = { "idempotency-key": `own-${(keys += 1)}`, ...asked.headers };
    const before = await countRows();
    const answer = await world.ask(operationId, { ...asked, headers });
    if (answer.error === null) return answer;
    refusals += 1;
    const after = await countRows();
    const more = Object.entries(after).filter(([table, count]) => count > (before[table] ?? 0));
    if (more.length > 0) left.push({ operationId, error: answer.error, tables: more.map(([table]) => table) });
    return answer;
  };
  await walkThroughApi({ ...world, ask });
  expect(left).toEqual([]);
  expect(refusals).toBeGreaterThan(200);
});
