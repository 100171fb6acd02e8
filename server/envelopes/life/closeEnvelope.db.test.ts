import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { freeze, unfreeze } from "#server/operator/freeze.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { closeEnvelope } from "./closeEnvelope.ts";
import { refundJob } from "./refunds.ts";

const SENDER = 1n;
const [FIRST, SECOND, THIRD] = [2n, 3n, 4n];
const CLOSE_AFTER_MS = 600_000;
const DAY_MS = 86_400_000;
const MILLI_ETH = 10n ** 15n;

let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "close");
  await addUsers(app, [SENDER, FIRST, SECOND, THIRD]);
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 10n ** 21n);
});
afterAll(() => database.close());

const open = async () =>
  (await openEnvelope(app, SENDER, { type: "ordinary", totalAmount: "0.03", count: 3 })).envelopeId;
const close = (envelopeId: string, person = SENDER, by: TestApp = app) =>
  callAs(by, closeEnvelope, person, { body: { envelopeId } });
const take = (person: bigint, envelopeId: string) => claim(app, person, "Lucky Day", envelopeId);
const refund = () => refundJob.run(app, AbortSignal.abort());
const read = async (envelopeId: string) =>
  (await callAs(app, claimDetail, SENDER, { query: { envelopeId, limit: 50 } })).envelope;

/** Each change of an envelope's status, as `event by cause`. */
async function readEvents(envelopeId: string): Promise<string[]> {
  const entries = database.kysely.selectFrom("status_history").selectAll().where("id", "=", envelopeId).orderBy("step");
  return (await entries.execute()).map(({ event, cause }) => `${event ?? "?"} by ${cause}`);
}

/** How much the sender's balance has grown since, in thousandths of a coin. */
async function watchBalance(): Promise<() => Promise<bigint>> {
  const before = await readBalance(database.kysely, SENDER, "eth");
  return async () => ((await readBalance(database.kysely, SENDER, "eth")) - before) / MILLI_ETH;
}

it("ends an open envelope ten minutes after its opening, and returns the rest at once, once", async () => {
  const envelopeId = await open();
  const openedAt = app.clock.now();
  const readGain = await watchBalance();
  await take(FIRST, envelopeId);
  const closableAt = new Date(openedAt.getTime() + CLOSE_AFTER_MS).toISOString();
  expect(await read(envelopeId)).toMatchObject({ closableAt, isEndedBySender: false });

  app.clock.advance(CLOSE_AFTER_MS - 1);
  await expect(close(envelopeId)).rejects.toMatchObject({ key: "notAvailable", data: { availableAt: closableAt } });
  expect((await read(envelopeId)).status).toBe("open");
  app.clock.advance(1);
  const ended = { status: "refunded", isEndedBySender: true, remainingAmount: "0", paidOutAmount: "0.01" };
  const { envelope } = await close(envelopeId);
  expect(envelope).toMatchObject({ ...ended, life: { sums: { refunded: "0.02" } } });
  expect(envelope.closableAt).toBeUndefined();
  expect(await readGain()).toBe(20n);
  await expect(take(SECOND, envelopeId)).rejects.toMatchObject({ key: "envelopeExpired" });

  expect((await close(envelopeId)).envelope).toEqual(envelope);
  app.clock.advance(DAY_MS);
  await refund();
  expect(await readGain()).toBe(20n);
  expect(await readEvents(envelopeId)).toEqual([
    "envelope.paid by chainWatcher",
    "envelope.closed by closeEnvelope",
    "envelope.restReturned by closeEnvelope",
  ]);
});

it("is for its sender alone, and for an open one alone", async () => {
  const envelopeId = await open();
  await take(FIRST, envelopeId);
  app.clock.advance(CLOSE_AFTER_MS);
  for (const person of [FIRST, SECOND]) {
    await expect(close(envelopeId, person)).rejects.toMatchObject({ key: "notFound" });
  }
  await expect(close("unknownunknownunknown1")).rejects.toMatchObject({ key: "notFound" });
  await take(SECOND, envelopeId);
  await take(THIRD, envelopeId);
  await expect(close(envelopeId)).rejects.toMatchObject({ key: "notAvailable" });
  expect((await read(envelopeId)).status).toBe("finished");

  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1" } as const;
  const { envelopes } = await callAs(app, sendRedEnvelope, SENDER, { body });
  await expect(close(envelopes[0]?.envelopeId ?? "")).rejects.toMatchObject({ key: "notAvailable" });
});

it("is refused while an operator holds the envelope", async () => {
  const envelopeId = await open();
  app.clock.advance(CLOSE_AFTER_MS);
  const decision = { scope: FREEZE_SCOPES.envelope(envelopeId), operator: "ann", reason: "a test", isDryRun: false };
  await freeze(app, decision);
  await expect(close(envelopeId)).rejects.toMatchObject({ key: "serviceUnavailable" });
  await unfreeze(app, decision);
  expect((await close(envelopeId)).envelope.status).toBe("refunded");
});

it.each([1, 2, 3, 4])("claims, closings and the job at the same instant: each coin goes one way (%i)", async () => {
  const envelopeId = await open();
  const readGain = await watchBalance();
  app.clock.advance(CLOSE_AFTER_MS);
  const settled = await Promise.allSettled([
    ...[FIRST, SECOND, THIRD].map((person) => take(person, envelopeId)),
    ...Array.from({ length: 4 }, () => close(envelopeId)),
    refund(),
    take(FIRST, envelopeId),
  ]);
  await refund();
  const keys = settled.flatMap((result) =>
    result.status === "rejected" ? [(result.reason as { key: string }).key] : [],
  );
  for (const key of keys) expect(["envelopeExpired", "notAvailable"]).toContain(key);
  const { status, receivedQuantity } = await read(envelopeId);
  expect(status).toBe(receivedQuantity === 3 ? "finished" : "refunded");
  expect(await readGain()).toBe(10n * BigInt(3 - (receivedQuantity ?? 0)));
});

it.each([1, 2, 3, 4])("a closing in the last moment and the end of its time: one of them ends it (%i)", async () => {
  const envelopeId = await open();
  const readGain = await watchBalance();
  const end = new Date(app.clock.now().getTime() + DAY_MS);
  app.clock.advance(DAY_MS - 1);
  // The job's clock is ahead by the last moment.
  const ahead = {
    ...app,
    clock: { ...app.clock, now: () => end },
    clockGuard: { ...app.clockGuard, readTrustedTime: async () => end },
  };
  await Promise.allSettled([close(envelopeId), refundJob.run(ahead, AbortSignal.abort()), close(envelopeId)]);
  await refund();
  expect(await readGain()).toBe(30n);
  const [, ending, returned, ...more] = await readEvents(envelopeId);
  expect(["envelope.closed by closeEnvelope", "envelope.timePassed by refund"]).toContain(ending);
  expect(returned).toMatch(/^envelope\.restReturned by /);
  expect(more).toEqual([]);
});

it("the auditor finds nothing wrong with all of this", async () => {
  expect(await findBreaches(database)).toEqual([]);
});

it("is refused while the clock is off, and ends nothing", async () => {
  const envelopeId = await open();
  // Eleven minutes ahead, and the guard knows.
  app.clock.advance(CLOSE_AFTER_MS + 60_000);
  const unsure = { ...app, clockGuard: { ...app.clockGuard, readTrustedTime: async () => null } };
  await expect(close(envelopeId, SENDER, unsure)).rejects.toMatchObject({ key: "serviceUnavailable" });
  expect((await read(envelopeId)).status).toBe("open");
  expect((await close(envelopeId)).envelope.status).toBe("refunded");
});
