import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationId } from "#contract/operations.ts";
import { walkThroughApi } from "./apiWalkthrough.ts";
import { type Ask, createWorld, type World } from "./world.ts";

/** What counts attempts, and so also those that are refused. */
const COUNTERS = "attempt";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function makeRowCounter(): Promise<() => Promise<Record<string, number>>> {
  const { pool } = world.app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> $1`,
    [COUNTERS],
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
  // A named statement is planned once.
  const statement = { name: "countRows", text: counts.join(" union all ") };
  return async () => {
    const { rows } = await pool.query<{ name: string; rows: number }>(statement);
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
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
