import { expect, test } from "vitest";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { openDatabase } from "./openDatabase.ts";

const database = await openDatabaseOfFile();

test("returns whole numbers of any size as bigint and instants as Date", async () => {
  const largest = 10n ** 78n - 1n;
  const at = new Date("2026-02-03T04:05:06.789Z");
  const { rows } = await database.pool.query(
    "select $1::numeric(78,0) as amount, $2::int8 as id, $3::timestamptz as at, $4::bytea as bytes, count(*) as rows, 7::int4 as small",
    [largest, 9_007_199_254_740_993n, at, Buffer.from([0, 255])],
  );
  expect(rows).toEqual([
    { amount: largest, id: 9_007_199_254_740_993n, at, bytes: Buffer.from([0, 255]), rows: 1n, small: 7 },
  ]);
});

test("refuses a numeric with a fraction instead of rounding it", async () => {
  await expect(database.pool.query("select 1.5::numeric as amount")).rejects.toThrow(SyntaxError);
  expect((await database.pool.query("select 2::numeric as amount")).rows).toEqual([{ amount: 2n }]);
});

test("rolls back a failed transaction", async () => {
  const failing = database.kysely.transaction().execute(async (trx) => {
    await trx.insertInto("job_state").values({ name: "half", value: "done" }).execute();
    throw new Error("on purpose");
  });
  await expect(failing).rejects.toThrow("on purpose");
  expect(await database.kysely.selectFrom("job_state").selectAll().execute()).toEqual([]);
});

test("serves many transactions at once", async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      database.kysely.transaction().execute(async (trx) => {
        await trx
          .insertInto("job_state")
          .values({ name: `many-${index}`, value: "" })
          .execute();
        await trx.updateTable("job_state").set({ value: "1" }).where("name", "=", `many-${index}`).execute();
      }),
    ),
  );
  const { rows } = await database.pool.query("select count(*) as count from job_state where value = '1'");
  expect(rows).toEqual([{ count: 40n }]);
});

test("contains exactly the edges of the life-cycle charts", async () => {
  const stored = await database.kysely
    .selectFrom("lifecycle_edge")
    .select(["chart", "source", "event", "target"])
    .execute();
  const drawn = [envelopeLifecycle, orderLifecycle, payoutLifecycle].flatMap((chart) =>
    listLifecycleEdges(chart).map(({ source, event, target }) => ({ chart: chart.id, source, event, target })),
  );
  const toLines = (edges: typeof drawn) => edges.map((edge) => Object.values(edge).join(" ")).toSorted();
  expect(toLines(stored)).toEqual(toLines(drawn));
});

test("survives a connection closed by the server, idle or in a transaction", async () => {
  const client = await database.pool.connect();
  await client.query("begin");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await database.pool.query("select pg_terminate_backend($1::integer)", [rows[0]?.pid]);
  // The server's message, or the socket's error if that comes first.
  await expect(client.query("select 1")).rejects.toThrow(/terminat|not queryable|EPIPE|ECONNRESET/);
  client.release(true);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
  );
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("names an unreachable server without its password", async () => {
  const opening = openDatabase(
    { databaseUrl: "postgresql://somebody:hunter2@127.0.0.1:1/shop" },
    { logger: silentLogger },
  );
  const error = await opening.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ reason: "unreachable" });
  expect(String(error)).toContain("127.0.0.1:1/shop cannot be reached");
  expect(String(error)).not.toMatch(/hunter2|somebody/);
});
