import { beforeAll, expect, it } from "vitest";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addWithSender, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { changeStatus } from "./changeStatus.ts";

const DAY_MS = 86_400_000;

const { app, database } = await openAppOfFile("history");

beforeAll(() => addWithSender(app, [1n, 2n, 3n]));

/** Each entry as `source event target cause seconds`, the seconds since the start of the test. */
async function readHistory(id: string, since: Date): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom("status_history")
    .selectAll()
    .where("id", "=", id)
    .orderBy("step")
    .execute();
  return rows.map(({ step, source, event, target, cause, at }) =>
    [step, source, event, target, cause, at === null ? "?" : (at.getTime() - since.getTime()) / 1000].join(" "),
  );
}

async function send(): Promise<string> {
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1" } as const;
  const { order } = await callAs(app, sendRedEnvelope, 1n, { body });
  return order.orderId;
}

const set = (orderId: string, assignments: string) =>
  database.pool.query(`update payment_order set ${assignments} where order_id = '${orderId}'`);

it("an envelope leaves what became of it, when and by whom: claimed to the last share", async () => {
  const since = app.clock.now();
  app.clock.advance(1000);
  const { envelopeId } = await openEnvelope(app, 1n, { passphrase: "First of two", count: 2 });
  const openedAt = app.clock.now();
  app.clock.advance(5000);
  await claim(app, 2n, "First of two", envelopeId);
  expect(await readHistory(envelopeId, since)).toHaveLength(1);
  await claim(app, 3n, "First of two", envelopeId);
  const opened = (openedAt.getTime() - since.getTime()) / 1000;
  expect(await readHistory(envelopeId, since)).toEqual([
    `1 awaitingPayment envelope.paid open chainWatcher ${opened}`,
    `2 open envelope.allClaimed finished acceptRedEnvelope ${opened + 5}`,
  ]);
});

it("an envelope leaves what became of it: expired and refunded", async () => {
  const { envelopeId } = await openEnvelope(app, 1n, { passphrase: "Nobody comes" });
  const since = app.clock.now();
  app.clock.advance(DAY_MS);
  await refundJob.run(app, AbortSignal.abort());
  expect((await readHistory(envelopeId, since)).slice(1)).toEqual([
    "2 open envelope.timePassed expired refund 86400",
    "3 expired envelope.restReturned refunded refund 86400",
  ]);
});

it("a cancelled order ends its envelope with it", async () => {
  const orderId = await send();
  const since = app.clock.now();
  app.clock.advance(2000);
  await callAs(app, cancelOrder, 1n, { body: { orderId } });
  expect(await readHistory(orderId, since)).toEqual(["1 awaitingPayment order.cancelled cancelled cancelOrder 2"]);
  const [envelope] = await database.kysely
    .selectFrom("envelope")
    .select("envelope_id")
    .where("order_id", "=", orderId)
    .execute();
  expect(await readHistory(envelope?.envelope_id ?? "", since)).toEqual([
    "1 awaitingPayment envelope.orderEnded cancelled cancelOrder 2",
  ]);
});

it("no statement changes a status without an entry, and none changes an entry", async () => {
  const orderId = await send();
  const since = app.clock.now();
  await expect(set(orderId, "status = 'confirming'")).rejects.toThrow(
    "order cannot go from awaitingPayment to confirming",
  );
  const seen = "status = 'confirming', changed_event = 'payment.seen'";
  await expect(set(orderId, seen)).rejects.toThrow("null value in column");
  await set(orderId, `${seen}, changed_at = '${since.toISOString()}', changed_by = 'chainWatcher'`);
  expect(await readHistory(orderId, since)).toEqual(["1 awaitingPayment payment.seen confirming chainWatcher 0"]);
  await expect(set(orderId, "status = 'cancelled', changed_event = 'order.cancelled'")).rejects.toThrow(
    "order cannot go from confirming to cancelled",
  );
  await expect(set(orderId, "changed_at = '2026-11-20'")).rejects.toThrow("payment_order_change_taken");
  await expect(
    set(
      orderId,
      "status = 'awaitingPayment', changed_event = 'payment.dropped', changed_at = now(), changed_by = 'a stranger''s text'",
    ),
  ).rejects.toThrow("cause");
  await expect(database.pool.query("update status_history set at = null")).rejects.toThrow("append-only");
  expect(await readHistory(orderId, since)).toHaveLength(1);
});

it("of two processes that change one status at once, one leaves an entry and the other none", async () => {
  const orderId = await send();
  const at = app.clock.now();
  const change = changeStatus("order", "payment.seen", { at, cause: "chainWatcher" });
  const see = () =>
    database.kysely
      .updateTable("payment_order")
      .set(change)
      .where("order_id", "=", orderId)
      .where("status", "=", "awaitingPayment")
      .executeTakeFirstOrThrow();
  const results = await Promise.all(Array.from({ length: 8 }, see));
  expect(results.reduce((sum, { numUpdatedRows }) => sum + numUpdatedRows, 0n)).toBe(1n);
  expect(await readHistory(orderId, at)).toHaveLength(1);
});

it("changes that follow each other at once take one step each", async () => {
  const orderId = await send();
  const flip = (from: string, event: string, to: string) =>
    database.pool.query(
      `update payment_order set status = '${to}', changed_event = '${event}', changed_at = now(), changed_by = 'chainWatcher'
       where order_id = '${orderId}' and status = '${from}'`,
    );
  const flips = Array.from({ length: 20 }, (_, turn) =>
    turn % 2 === 0
      ? flip("awaitingPayment", "payment.seen", "confirming")
      : flip("confirming", "payment.dropped", "awaitingPayment"),
  );
  const changed = (await Promise.all(flips)).reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  expect(await readHistory(orderId, app.clock.now())).toHaveLength(changed);
  await set(orderId, "status = status");
  expect(await readHistory(orderId, app.clock.now())).toHaveLength(changed);
});

it("the auditor finds nothing wrong with all of this", async () => {
  await database.pool.query(
    `update payment_order set status = 'awaitingPayment', changed_event = 'payment.dropped', changed_at = now(),
       changed_by = 'chainWatcher' where status = 'confirming'`,
  );
  expect(await findBreaches(database)).toEqual([]);
});
