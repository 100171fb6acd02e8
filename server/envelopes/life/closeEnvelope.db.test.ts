import { beforeAll, expect, it } from "vitest";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { freeze, unfreeze } from "#server/operator/freeze.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { callAs, claim, openEnvelope } from "#tests/support/story.ts";
import { closeEnvelope } from "./closeEnvelope.ts";
import { refundJob } from "./refunds.ts";

const SENDER = 1n;
const [FIRST, SECOND, THIRD] = [2n, 3n, 4n];
const CLOSE_AFTER_MS = 600_000;
const DAY_MS = 86_400_000;
const MILLI_ETH = 10n ** 15n;
const people = openPeople("close");

beforeAll(() => people.addWithSender(SENDER, FIRST, SECOND, THIRD));

const wait = (ms: number) => people.app.clock.advance(ms);
const open = async () =>
  (await openEnvelope(people.app, SENDER, { type: "ordinary", totalAmount: "0.03", count: 3 })).envelopeId;
const close = (envelopeId: string, person = SENDER, by = people.app) =>
  callAs(by, closeEnvelope, person, { body: { envelopeId } });
const take = (person: bigint, envelopeId: string) => claim(people.app, person, "Lucky Day", envelopeId);
const refund = (by = people.app) => refundJob.run(by, AbortSignal.abort());
const read = async (envelopeId: string) =>
  (await callAs(people.app, claimDetail, SENDER, { query: { envelopeId, limit: 50 } })).envelope;

/** Each change of an envelope's status, as `event by cause`. */
async function readEvents(envelopeId: string): Promise<string[]> {
  const history = people.database.kysely.selectFrom("status_history").selectAll().where("id", "=", envelopeId);
  return (await history.orderBy("step").execute()).map(({ event, cause }) => `${event ?? "?"} by ${cause}`);
}

/** How much the sender's balance has grown since, in thousandths of a coin. */
async function watchBalance(): Promise<() => Promise<bigint>> {
  const look = () => readBalance(people.database.kysely, SENDER, "eth");
  const before = await look();
  return async () => ((await look()) - before) / MILLI_ETH;
}

it("ends an open envelope ten minutes after its opening, and returns the rest at once, once", async () => {
  const envelopeId = await open();
  const closableAt = new Date(people.app.clock.now().getTime() + CLOSE_AFTER_MS).toISOString();
  const readGain = await watchBalance();
  await take(FIRST, envelopeId);
  expect(await read(envelopeId)).toMatchObject({ closableAt, isEndedBySender: false });
  wait(CLOSE_AFTER_MS - 1);
  await expect(close(envelopeId)).rejects.toMatchObject({ key: "notAvailable", data: { availableAt: closableAt } });
  expect((await read(envelopeId)).status).toBe("open");
  wait(1);
  for (const person of [FIRST, SECOND]) expect(await outcomeOf(close(envelopeId, person))).toBe("notFound");
  const { envelope } = await close(envelopeId);
  const ended = { status: "refunded", isEndedBySender: true, remainingAmount: "0", paidOutAmount: "0.01" };
  expect(envelope).toMatchObject({ ...ended, life: { sums: { refunded: "0.02" } } });
  expect(envelope.closableAt).toBeUndefined();
  expect(await outcomeOf(take(SECOND, envelopeId))).toBe("envelopeExpired");
  expect((await close(envelopeId)).envelope).toEqual(envelope);
  wait(DAY_MS);
  await refund();
  expect(await readGain()).toBe(20n);
  expect(await readEvents(envelopeId)).toEqual([
    "envelope.paid by chainWatcher",
    "envelope.closed by closeEnvelope",
    "envelope.restReturned by closeEnvelope",
  ]);
});

it("is for an open one alone", async () => {
  const envelopeId = await open();
  for (const person of [FIRST, SECOND, THIRD]) await take(person, envelopeId);
  wait(CLOSE_AFTER_MS);
  expect(await outcomeOf(close(envelopeId))).toBe("notAvailable");
  expect((await read(envelopeId)).status).toBe("finished");
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1" } as const;
  const { envelopes } = await callAs(people.app, sendRedEnvelope, SENDER, { body });
  expect(await outcomeOf(close(envelopes[0]?.envelopeId ?? ""))).toBe("notAvailable");
  expect(await outcomeOf(close("unknownunknownunknown1"))).toBe("notFound");
});

it("is refused while an operator holds the envelope, and while the clock is off", async () => {
  const { app } = people;
  const envelopeId = await open();
  wait(CLOSE_AFTER_MS + 60_000);
  const decision = { scope: FREEZE_SCOPES.envelope(envelopeId), operator: "ann", reason: "a test", isDryRun: false };
  await freeze(app, decision);
  expect(await outcomeOf(close(envelopeId))).toBe("serviceUnavailable");
  await unfreeze(app, decision);
  const unsure = { ...app, clockGuard: { ...app.clockGuard, readTrustedTime: async () => null } };
  expect(await outcomeOf(close(envelopeId, SENDER, unsure))).toBe("serviceUnavailable");
  expect((await read(envelopeId)).status).toBe("open");
  expect((await close(envelopeId)).envelope.status).toBe("refunded");
});

it.each([1, 2, 3, 4])("claims, closings and the job at the same instant: each coin goes one way (%i)", async () => {
  const envelopeId = await open();
  const readGain = await watchBalance();
  wait(CLOSE_AFTER_MS);
  const takes = [FIRST, SECOND, THIRD, FIRST].map((person) => take(person, envelopeId));
  const closings = Array.from({ length: 4 }, () => close(envelopeId));
  const outcomes = await Promise.all([...takes, ...closings, refund()].map(outcomeOf));
  await refund();
  for (const key of outcomes) expect(["ok", "envelopeExpired", "notAvailable"]).toContain(key);
  const { status, receivedQuantity } = await read(envelopeId);
  expect(status).toBe(receivedQuantity === 3 ? "finished" : "refunded");
  expect(await readGain()).toBe(10n * BigInt(3 - (receivedQuantity ?? 0)));
});

it.each([1, 2, 3, 4])("a closing in the last moment and the end of its time: one of them ends it (%i)", async () => {
  const { app } = people;
  const envelopeId = await open();
  const readGain = await watchBalance();
  const end = new Date(app.clock.now().getTime() + DAY_MS);
  wait(DAY_MS - 1);
  // The job's clock is ahead by the last moment.
  const clock = { ...app.clock, now: () => end };
  const ahead = { ...app, clock, clockGuard: { ...app.clockGuard, readTrustedTime: async () => end } };
  await Promise.allSettled([close(envelopeId), refund(ahead), close(envelopeId)]);
  await refund();
  expect(await readGain()).toBe(30n);
  const [, ending, returned, ...more] = await readEvents(envelopeId);
  expect(["envelope.closed by closeEnvelope", "envelope.timePassed by refund"]).toContain(ending);
  expect(returned).toMatch(/^envelope\.restReturned by /);
  expect(more).toEqual([]);
});

it("the auditor finds nothing wrong with all of this", async () => {
  expect(await findBreaches(people.database)).toEqual([]);
});
