import { beforeAll, expect, it } from "vitest";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { orderDetail } from "#server/orders/orderDetail.ts";
import { systemHistory } from "#server/system/system.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addWithSender, callAs, claim, payOrder } from "#tests/support/story.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const { app, database } = await openAppOfFile("lives");

beforeAll(() => addWithSender(app, [1n, 2n, 3n]));

async function send(passphrase: string) {
  const body = { type: "ordinary", coinType: "eth", count: 2, totalAmount: "0.02", passphrase } as const;
  const { order, envelopes } = await callAs(app, sendRedEnvelope, 1n, { body });
  return { orderId: order.orderId, envelopeId: envelopes[0]?.envelopeId ?? "" };
}
const at = () => app.clock.now().toISOString();
const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const readOrder = async (orderId: string) => (await callAs(app, orderDetail, 1n, { query: { orderId } })).order.life;
const readEnvelope = async (envelopeId: string, reader = 1n) =>
  (await callAs(app, claimDetail, reader, { query: { envelopeId, limit: 50 } })).envelope.life;

it("tells a sender the whole life of an order and its envelope, to the last share", async () => {
  const { orderId, envelopeId } = await send("To the last");
  const sent = { state: "awaitingPayment", at: at() };
  expect(await readOrder(orderId)).toEqual({ history: [sent], next: { state: "paid", at: later(30 * MINUTE_MS) } });
  expect(await readEnvelope(envelopeId)).toEqual({
    history: [sent],
    next: { state: "open", at: null },
    sums: { funded: "0", claimed: "0", remaining: "0", refunded: "0" },
  });

  app.clock.advance(MINUTE_MS);
  await payOrder(app, 1n, orderId);
  const paidAt = at();
  expect(await readOrder(orderId)).toEqual({ history: [sent, { state: "paid", at: paidAt }], next: null });
  const open = { state: "open", at: paidAt };
  expect(await readEnvelope(envelopeId)).toEqual({
    history: [sent, open],
    next: { state: "expired", at: later(DAY_MS) },
    sums: { funded: "0.02", claimed: "0", remaining: "0.02", refunded: "0" },
  });

  app.clock.advance(MINUTE_MS);
  await claim(app, 2n, "To the last", envelopeId);
  expect(await readEnvelope(envelopeId)).toMatchObject({ history: [sent, open], sums: { remaining: "0.01" } });
  await claim(app, 3n, "To the last", envelopeId);
  expect(await readEnvelope(envelopeId)).toEqual({
    history: [sent, open, { state: "finished", at: at() }],
    next: null,
    sums: { funded: "0.02", claimed: "0.02", remaining: "0", refunded: "0" },
  });
  expect(await readEnvelope(envelopeId, 2n)).toBeUndefined();
});

it("tells how the rest came back", async () => {
  const { orderId, envelopeId } = await send("Too late");
  await payOrder(app, 1n, orderId);
  await claim(app, 2n, "Too late", envelopeId);
  app.clock.advance(DAY_MS);
  await refundJob.run(app, AbortSignal.abort());
  const life = await readEnvelope(envelopeId);
  expect(life?.history.map(({ state }) => state)).toEqual(["awaitingPayment", "open", "expired", "refunded"]);
  expect(life).toMatchObject({
    next: null,
    sums: { funded: "0.02", claimed: "0.01", remaining: "0", refunded: "0.01" },
  });
});

it("tells that an order was given up, and that one past its time ends", async () => {
  const { orderId, envelopeId } = await send("Given up");
  app.clock.advance(30 * MINUTE_MS);
  expect(await readOrder(orderId)).toMatchObject({ next: { state: "expired", at: null } });
  const { order } = await callAs(app, cancelOrder, 1n, { body: { orderId } });
  expect(order.life?.history.at(-1)).toEqual({ state: "cancelled", at: at() });
  expect(await readEnvelope(envelopeId)).toMatchObject({ next: null, sums: { funded: "0", remaining: "0" } });
});

it("says where times are not known long after the end", async () => {
  const { orderId } = await send("An old one");
  const sent = { state: "awaitingPayment", at: at() };
  await payOrder(app, 1n, orderId);
  app.clock.advance(91 * DAY_MS);
  await cleanUp.run(app, new AbortController().signal);
  expect((await readOrder(orderId))?.history).toEqual([sent, { state: "paid", at: null }]);
});

it("lists the changes to the owner alone, by exactly one id", async () => {
  const read = (query: Parameters<typeof readChanges>[1], reader = 1n) => readChanges(reader, query);
  const { orderId, envelopeId } = await send("Listed");
  const begun = { from: null, event: null, to: "awaitingPayment", at: at() };
  expect(await read({ orderId })).toEqual([begun]);
  app.clock.advance(MINUTE_MS);
  await payOrder(app, 1n, orderId);
  expect(await read({ envelopeId })).toEqual([
    begun,
    { from: "awaitingPayment", event: "envelope.paid", to: "open", at: at() },
  ]);

  await expect(read({ envelopeId }, 2n)).rejects.toMatchObject({ key: "notFound" });
  await expect(read({ orderId: envelopeId })).rejects.toMatchObject({ key: "notFound" });
  await expect(read({})).rejects.toMatchObject({ key: "invalidRequest" });
  await expect(read({ orderId, envelopeId })).rejects.toMatchObject({ key: "invalidRequest" });
  await database.pool.query(`delete from status_history where id = '${envelopeId}'`);
  expect(await read({ envelopeId })).toEqual([begun, { from: null, event: null, to: "open", at: null }]);
});

async function readChanges(reader: bigint, query: { orderId?: string; envelopeId?: string; payoutId?: string }) {
  return (await callAs(app, systemHistory, reader, { query })).items;
}
