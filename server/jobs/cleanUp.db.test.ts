import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { authenticateBearer, createSession } from "#server/accounts/sessions.ts";
import { withIdempotency } from "#server/calls/withIdempotency.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { countAttempt } from "#server/limits/attempts.ts";
import { LIMITS, ofIp, ofUser } from "#server/limits/limits.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { authenticatePaymentCode } from "#server/orders/orderCaller.ts";
import { ensurePaymentCode, markShown } from "#server/orders/paymentCodes.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addWithSender, callAs } from "#tests/support/story.ts";
import { cleanUp } from "./cleanUp.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { app, database } = await openAppOfFile("cleanUp");

beforeAll(() => addWithSender(app, [1n, 2n]));

const run = () => cleanUp.run(app, new AbortController().signal);

async function count(table: keyof Schema): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.kysely,
  );
  return Number(rows[0]?.count);
}

it("deletes answers after a day, but not one whose key a retry has taken again", async () => {
  const answer = (key: string) =>
    withIdempotency(
      { ownerId: 1n, authority: "bearer", operationId: "sendRedEnvelope", key, body: {}, allow: async () => undefined },
      app,
      () => Promise.resolve("first"),
    );
  await answer("old");
  await answer("renewed");
  app.clock.advance(DAY_MS);
  await answer("renewed");
  await run();
  expect(await database.kysely.selectFrom("idempotency_key").select("key").execute()).toEqual([{ key: "renewed" }]);
});

it("keeps the roots of draws for a year", async () => {
  const root = (round: bigint, days: number) => ({
    round,
    made_at: new Date(app.clock.now().getTime() - days * DAY_MS),
    body: "{}",
    signature: "0".repeat(128),
    leaves: "[]",
  });
  await database.kysely
    .insertInto("draw_root")
    .values([root(1n, 367), root(2n, 365)])
    .execute();
  await run();
  expect(await database.kysely.selectFrom("draw_root").select("round").execute()).toEqual([{ round: 2n }]);
  await sql`delete from draw_root`.execute(database.kysely);
});

it("deletes expired challenges, used or not", async () => {
  const at = app.clock.now();
  const challenge = (id: string, minutes: number, usedAt: Date | null) => ({
    challenge_id: id,
    tg_user_id: 1n,
    type: "ETH" as const,
    address_key: "0x",
    message: "",
    created_at: at,
    expires_at: new Date(at.getTime() + minutes * 60_000),
    used_at: usedAt,
  });
  await database.kysely
    .insertInto("wallet_challenge")
    .values([challenge("over", 0, null), challenge("used", 0, at), challenge("live", 1, null)])
    .execute();
  await run();
  expect(await database.kysely.selectFrom("wallet_challenge").select("challenge_id").execute()).toEqual([
    { challenge_id: "live" },
  ]);
});

it("keeps a payment code until a day after its orders have ended", async () => {
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1" } as const;
  const { order } = await callAs(app, sendRedEnvelope, 1n, { body });
  const { externalPaymentCode: code } = await ensurePaymentCode(app, 1n);
  const holder = await authenticatePaymentCode(app, code);
  if (typeof holder === "string") throw new Error("a new code must be live");
  await markShown(app, holder, [order.orderId]);
  app.clock.advance(HOUR_MS);
  await ensurePaymentCode(app, 2n);
  await run();
  expect(await count("payment_code")).toBe(2);

  // The second code was not used, and the first one's order is still open.
  app.clock.advance(2 * DAY_MS);
  await run();
  expect(await count("payment_code")).toBe(1);
  await callAs(app, cancelOrder, 1n, { body: { orderId: order.orderId } });
  app.clock.advance(DAY_MS - 1);
  await run();
  expect(await authenticatePaymentCode(app, code)).toMatchObject({ tgUserId: 1n, isLive: false });
  app.clock.advance(1);
  await run();
  expect([await count("payment_code"), await count("payment_code_order")]).toEqual([0, 0]);
});

it("deletes old wrong passphrases, but no active lock", async () => {
  const ip = ofIp(LIMITS.wrongPassphrasesOfIp, "203.0.113.1");
  const user = ofUser(LIMITS.wrongPassphrasesOfUser, 1n);
  await countAttempt(database, ip, app.clock.now());
  for (let tries = 0; tries < 10; tries += 1) await countAttempt(database, user, app.clock.now());
  app.clock.advance(HOUR_MS - 1);
  await run();
  expect(await count("attempt")).toBe(2);
  await countAttempt(database, ip, app.clock.now());
  // The user's lock ended a minute after the tries.
  app.clock.advance(60_001);
  await run();
  expect(await database.kysely.selectFrom("attempt").select("scope").execute()).toEqual([
    { scope: "passphrase.ip:203.0.113.1" },
  ]);
});

it("keeps what counts for a day as long as it counts", async () => {
  await database.kysely.deleteFrom("attempt").execute();
  const day = ofUser(LIMITS.bindingsOfUser, 1n);
  for (let turn = 0; turn < 19; turn += 1) await countAttempt(database, day, app.clock.now());
  app.clock.advance(DAY_MS - 1);
  await run();
  const outcomes = [];
  for (let turn = 0; turn < 2; turn += 1) outcomes.push(await countAttempt(database, day, app.clock.now()));
  expect(outcomes).toEqual([true, false]);
  app.clock.advance(2 * DAY_MS);
  await run();
  expect(await count("attempt")).toBe(0);
});

it("deletes a session at the end of its longest life, however it ended", async () => {
  const { token } = await createSession(app, 1n);
  await database.kysely.updateTable("session").set({ revoked_at: app.clock.now() }).execute();
  app.clock.advance(30 * DAY_MS - 1);
  await createSession(app, 2n);
  await run();
  expect(await authenticateBearer(app, token)).toBe("revoked");
  app.clock.advance(1);
  await run();
  expect(await count("session")).toBe(1);
});

it("deletes a wallet a month after it was unbound, but not the last proven one", async () => {
  const at = app.clock.now();
  const wallets = [
    { name: "typed", provenAt: null, unboundAt: at },
    { name: "proven before", provenAt: new Date(at.getTime() - 1), unboundAt: at },
    { name: "proven last", provenAt: at, unboundAt: at },
    { name: "bound", provenAt: null, unboundAt: null },
  ].map(({ name, provenAt, unboundAt }) => ({
    wallet_id: name,
    tg_user_id: 2n,
    type: "ETH" as const,
    address: name,
    address_key: name,
    created_at: at,
    proven_at: provenAt,
    unbound_at: unboundAt,
  }));
  await database.kysely.insertInto("wallet").values(wallets).execute();
  const list = async () => {
    const rows = await database.kysely.selectFrom("wallet").select("wallet_id").where("tg_user_id", "=", 2n).execute();
    return rows.map((row) => row.wallet_id).toSorted();
  };
  app.clock.advance(30 * DAY_MS - 1);
  await run();
  expect(await list()).toHaveLength(4);
  app.clock.advance(1);
  await run();
  expect(await list()).toEqual(["bound", "proven last"]);
});

it("deletes each letter in its time, and none of ours that waits", async () => {
  const at = app.clock.now();
  const letters = [
    { days: 1, letter: { ...makeLetter("bot_update", "done", at, { sent_at: at }), payload: sql<string>`null` } },
    { days: 1, letter: makeLetter("bot_answer", "said", at, { sent_at: at }) },
    { days: 30, letter: makeLetter("bot_update", "dead", at, { failed_at: at, last_error: "it could not be made" }) },
    { days: 30, letter: makeLetter("bot_update", "waits", at) },
    { days: 30, letter: makeLetter("notification", "sent", at, { taker: "2", sent_at: at }) },
    { days: 30, letter: makeLetter("notification", "given up", at, { taker: "2", failed_at: at }) },
    { days: Infinity, letter: makeLetter("notification", "waiting", at, { taker: "2" }) },
    { days: 30, letter: makeLetter("alarm_message", "a1:bot:raised", at, { sent_at: at }) },
    { days: Infinity, letter: makeLetter("alarm_message", "a1:bot:cleared", at) },
  ];
  await database.kysely
    .insertInto("letter")
    .values(letters.map(({ letter }) => letter))
    .execute();
  const expectLeft = async (leastDays: number, waitMs: number) => {
    app.clock.advance(waitMs);
    await run();
    const left = await database.kysely.selectFrom("letter").select("letter_id").orderBy("letter_id").execute();
    const wanted = letters.filter(({ days }) => days > leastDays).map(({ letter }) => letter.letter_id);
    expect(left.map((row) => row.letter_id)).toEqual(wanted.toSorted());
  };
  await expectLeft(0, DAY_MS - 1);
  await expectLeft(1, 1);
  await expectLeft(1, 29 * DAY_MS - 1);
  await expectLeft(30, 1);
});

it("continues until nothing is left, and stops between two batches when asked", async () => {
  await database.pool.query(
    `insert into attempt (scope, counted_at)
     select 'user:' || n, array['2026-01-01'::timestamptz] from generate_series(1, 2500) n`,
  );
  const before = await count("attempt");
  await cleanUp.run(app, AbortSignal.abort());
  expect(await count("attempt")).toBe(before);
  await run();
  expect(await count("attempt")).toBe(0);
  expect(await findBreaches(database)).toEqual([]);
});

it("deletes a status history 90 days after its end, and none of a life that goes on", async () => {
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1" } as const;
  const { order: ended } = await callAs(app, sendRedEnvelope, 1n, { body });
  const { order: goesOn } = await callAs(app, sendRedEnvelope, 1n, { body });
  const change = changeStatus("order", "payment.seen", { at: app.clock.now(), cause: "chainWatcher" });
  await database.kysely.updateTable("payment_order").set(change).where("order_id", "=", goesOn.orderId).execute();
  await callAs(app, cancelOrder, 1n, { body: { orderId: ended.orderId } });
  const listIds = async () =>
    (await database.kysely.selectFrom("status_history").select("id").where("chart", "=", "order").execute()).map(
      ({ id }) => id,
    );
  app.clock.advance(90 * DAY_MS - 1);
  await run();
  expect(await listIds()).toEqual(expect.arrayContaining([ended.orderId, goesOn.orderId]));
  app.clock.advance(1);
  await run();
  expect(await listIds()).toEqual([goesOn.orderId]);
  expect(await findBreaches(database)).toEqual([]);
});
