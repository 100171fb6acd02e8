import fc from "#tests/support/fastCheck.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Database } from "#server/db/database.ts";
import type { ApiError } from "#server/calls/apiError.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, payOrder } from "#tests/support/story.ts";
import { type TestApp, createTestApp } from "#tests/support/testApp.ts";
import { NO_TOTALS, readTotals } from "#server/records/totals.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { closeEnvelope } from "./closeEnvelope.ts";
import { refundJob } from "./refundJob.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";

const MICRO_ETH = 10n ** 12n;
const DAY_MS = 86_400_000;
const PEOPLE = 6;

type Step =
  | { kind: "send"; sender: number; isLucky: boolean; count: number; units: number }
  | { kind: "pay" | "cancel" | "close"; envelope: number }
  | { kind: "claim"; person: number; envelope: number; taps: number }
  | { kind: "wait"; hours: number }
  | { kind: "refund" };

const index = fc.nat({ max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("send" as const),
    sender: fc.nat({ max: PEOPLE - 1 }),
    isLucky: fc.boolean(),
    count: fc.integer({ min: 1, max: 4 }),
    units: fc.integer({ min: 1, max: 10_000 }),
  }),
  fc.record({ kind: fc.constant("pay" as const), envelope: index }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), envelope: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close" as const), envelope: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("claim" as const),
      person: fc.nat({ max: PEOPLE - 1 }),
      envelope: index,
      taps: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refund" as const) }) },
);

/** The expected result of a sequence, computed without the database. */
interface Known {
  envelopeId: string;
  orderId: string;
  sender: bigint;
  isLucky: boolean;
  count: number;
  totalBase: bigint;
  passphrase: string;
  status: "unpaid" | "open" | "refunded" | "cancelled";
  openedAt: number;
  isClosed: boolean;
  claims: Map<bigint, { claimId: string; amount: string }>;
}

let database: Database;
let run = 0n;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it(
  "any sequence of sends, payments, claims, closings, waits and refunds keeps every invariant",
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
        run += 1n;
        const app = createTestApp(database, `sequence ${run}`);
        const people = Array.from({ length: PEOPLE }, (_, person) => run * 100n + BigInt(person));
        await addUsers(app, people);
        for (const id of people) {
          await bindWallet(app, id);
          app.world.balances.set(addressOf(id), 10n ** 21n);
        }
        const envelopes: Known[] = [];
        for (const next of steps) await take(app, people, envelopes, next);

        expect(await findBreaches(database)).toEqual([]);
        for (const id of people) {
          expect(await readBalance(database.kysely, id, "eth")).toBe(expectBalance(id, envelopes));
          expect((await readTotals(database.kysely, id)).get("eth")?.sentCounts ?? NO_TOTALS.sentCounts).toEqual(
            countSent(id, envelopes),
          );
        }
      }),
      { numRuns: 12, seed: 20_261_120 },
    );
  },
);

async function take(app: TestApp, people: readonly bigint[], envelopes: Known[], next: Step): Promise<void> {
  const chosen = "envelope" in next ? envelopes[next.envelope % Math.max(1, envelopes.length)] : undefined;
  switch (next.kind) {
    case "send":
      envelopes.push(await send(app, people[next.sender] ?? 0n, next, envelopes.length));
      return;
    case "pay":
      if (chosen?.status !== "unpaid") return;
      await payOrder(app, chosen.sender, chosen.orderId);
      chosen.status = "open";
      chosen.openedAt = app.clock.now().getTime();
      return;
    case "cancel":
      if (chosen?.status !== "unpaid") return;
      await callAs(app, cancelOrder, chosen.sender, { body: { orderId: chosen.orderId } });
      chosen.status = "cancelled";
      return;
    case "close":
      if (chosen !== undefined) await closeAndCheck(app, chosen);
      return;
    case "claim":
      if (chosen !== undefined) await claimAndCheck(app, people[next.person] ?? 0n, chosen, next.taps);
      return;
    case "wait":
      app.clock.advance(next.hours * 3_600_000);
      return;
    case "refund":
      await refundJob.run(app, AbortSignal.abort());
      await sumEnded(app);
      for (const known of envelopes) {
        if (known.status === "open" && isOver(app, known) && known.claims.size < known.count) known.status = "refunded";
      }
  }
}

async function send(
  app: TestApp,
  sender: bigint,
  { isLucky, count, units }: Extract<Step, { kind: "send" }>,
  number: number,
): Promise<Known> {
  const totalBase = MICRO_ETH * BigInt(isLucky ? count + units : count * units);
  const passphrase = `Sequence ${run} ${number}`;
  const { envelopes, order } = await callAs(app, sendRedEnvelope, sender, {
    body: {
      type: isLucky ? "luckyDraw" : "ordinary",
      coinType: "eth",
      count,
      totalAmount: formatAmount(totalBase, 18),
      passphrase,
    },
  });
  const envelopeId = envelopes[0]?.envelopeId ?? "";
  const { orderId } = order;
  // An order from an hour ago would no longer be payable: each is paid or cancelled by its own step.
  await database.kysely
    .updateTable("payment_order")
    .set({ expires_at: new Date(app.clock.now().getTime() + 1000 * DAY_MS) })
    .where("order_id", "=", orderId)
    .execute();
  const claims: Known["claims"] = new Map();
  const plan = { sender, isLucky, count, totalBase, passphrase };
  return { ...plan, envelopeId, orderId, status: "unpaid", openedAt: 0, isClosed: false, claims };
}

async function closeAndCheck(app: TestApp, known: Known): Promise<void> {
  const isOpen = known.status === "open" && !isOver(app, known) && known.claims.size < known.count;
  const isEnded = isOpen && app.clock.now().getTime() - known.openedAt >= app.config.closeAfterMs;
  if (isEnded) known.status = "refunded";
  known.isClosed ||= isEnded;
  const refusal = await callAs(app, closeEnvelope, known.sender, { body: { envelopeId: known.envelopeId } }).then(
    () => null,
    (error: unknown) => (error as ApiError).key,
  );
  // A repeat of one that ended so is answered as well.
  expect(refusal).toBe(known.isClosed ? null : "notAvailable");
}

async function claimAndCheck(app: TestApp, person: bigint, known: Known, taps: number): Promise<void> {
  const expected = expectOutcome(app, person, known);
  const earlier = known.claims.get(person);
  const answers = await Promise.all(
    Array.from({ length: taps }, () =>
      claim(app, person, known.passphrase, known.envelopeId).catch((error: unknown) => error),
    ),
  );
  // Wrong tries must not lock the person out of the rest of the sequence.
  app.clock.advance(20_000);
  if (expected !== null) {
    for (const answer of answers) expect(answer).toMatchObject({ key: expected });
    return;
  }
  const [first] = answers as Awaited<ReturnType<typeof claim>>[];
  if (first === undefined) throw new Error("a tap must be answered");
  const { claimId, amount } = first.claim;
  for (const answer of answers) expect(answer).toMatchObject({ claim: { claimId, amount } });
  const fresh = answers.filter((answer) => !(answer as { alreadyClaimed: boolean }).alreadyClaimed);
  expect(fresh).toHaveLength(earlier === undefined ? 1 : 0);
  if (earlier !== undefined) expect({ claimId, amount }).toEqual(earlier);
  known.claims.set(person, { claimId, amount });
}

function expectOutcome(app: TestApp, person: bigint, known: Known): string | null {
  if (known.status === "unpaid" || known.status === "cancelled") return "wrongPassphrase";
  if (person === known.sender && !known.isLucky) return "ownEnvelope";
  if (known.claims.has(person)) return null;
  if (known.claims.size === known.count) return "soldOut";
  return known.status === "refunded" || isOver(app, known) ? "envelopeExpired" : null;
}

function isOver(app: TestApp, known: Known): boolean {
  return app.clock.now().getTime() >= known.openedAt + DAY_MS;
}

function expectBalance(person: bigint, envelopes: readonly Known[]): bigint {
  const toBase = (amount: string) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return BigInt(whole + fraction.padEnd(18, "0"));
  };
  return envelopes.reduce((sum, known) => {
    const own = known.claims.get(person);
    const claimed = own === undefined ? 0n : toBase(own.amount);
    const claimedByAll = [...known.claims.values()].reduce((all, { amount }) => all + toBase(amount), 0n);
    const refund = known.status === "refunded" && known.sender === person ? known.totalBase - claimedByAll : 0n;
    return sum + claimed + refund;
  }, 0n);
}

function countSent(person: bigint, envelopes: readonly Known[]): typeof NO_TOTALS.sentCounts {
  const sent = envelopes.filter(({ sender }) => sender === person);
  const notReceived = sent.filter(({ claims }) => claims.size === 0).length;
  const received = sent.filter(({ claims, count }) => claims.size === count).length;
  return { notReceived, partiallyReceived: sent.length - notReceived - received, received };
}
