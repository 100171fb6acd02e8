import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { sumEnded } from "./sumEnded.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addWithSender, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { countEnded, selectCounts } from "#server/ledger/statusCounts.ts";

const { app, database } = await openAppOfFile("counts");

beforeAll(() => addWithSender(app, [1n, 2n]));

async function readCounts(): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ name: string; count: bigint }>`
    select chart || ' ' || status as name, sum(count) as count from (${selectCounts()}) c group by 1 order by 1
  `.execute(database.kysely);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function readKept(): Promise<Record<string, bigint>> {
  const rows = await database.kysely.selectFrom("ended_count").selectAll().execute();
  return Object.fromEntries(rows.map(({ chart, status, count }) => [`${chart} ${status}`, count]));
}

it("counts each envelope and order once, before and after the job", async () => {
  const send = { type: "ordinary", coinType: "eth", totalAmount: "1" } as const;
  const finished = await openEnvelope(app, 1n, { passphrase: "To be finished", count: 1 });
  await claim(app, 2n, "To be finished", finished.envelopeId);
  await openEnvelope(app, 1n, { passphrase: "Still open", count: 2 });
  await callAs(app, sendRedEnvelope, 1n, { body: { ...send, count: 1 } });
  const { order } = await callAs(app, sendRedEnvelope, 1n, { body: { ...send, count: 2 } });
  await callAs(app, cancelOrder, 1n, { body: { orderId: order.orderId } });
  const counts = {
    "envelope awaitingPayment": 1n,
    "envelope cancelled": 1n,
    "envelope finished": 1n,
    "envelope open": 1n,
    "order awaitingPayment": 1n,
    "order cancelled": 1n,
    "order paid": 2n,
  };
  expect(await readCounts()).toEqual(counts);
  expect(await readKept()).toEqual({});

  expect(await sumEnded(app)).toBe(2);
  expect(await readCounts()).toEqual(counts);
  expect(await readKept()).toEqual({ "envelope cancelled": 1n, "envelope finished": 1n });

  expect(await countEnded(app)).toBe(3);
  expect(await readCounts()).toEqual(counts);
  expect(await readKept()).toMatchObject({ "envelope finished": 1n, "order cancelled": 1n, "order paid": 2n });
  expect([await sumEnded(app), await countEnded(app)]).toEqual([0, 0]);
  expect(await findBreaches(database)).toEqual([]);
});
