import { Address, toNano } from "@ton/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import type { UsdtLab } from "#tests/support/chains/usdtLab.ts";
import {
  FUEL,
  lock,
  NO_RECEIVING,
  NO_SENDING,
  OPEN,
  raiseGasPrice,
  setFuel,
  setGasPrice,
  startFuelledLab,
} from "#tests/support/chains/usdtTreasury.ts";
import fc from "#tests/support/fastCheck.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 3);
const MOST_EVENTS = 24;
const RECEIVERS = 3;
/** Longer than a message can land, and than a held payout rests. */
const LONG_MS = 3_600_000;
/** Steps and blocks in which all payouts end once nothing hinders them. */
const MOST_ROUNDS = 40;
const MISSING = "the treasury holds less than the books: sends, openings and payouts stop";

/**
 * What may happen around payouts, each at any time. Prices do not rise tenfold between two blocks: what such a rise leaves
 * without gas in the receiver's wallet is burnt by the network, and nothing sends it back.
 */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("queue" as const), to: fc.nat(RECEIVERS - 1) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("look" as const), blocks: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("lock" as const), to: fc.nat(RECEIVERS - 1), isOpen: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lockTreasury" as const), isOpen: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fuel" as const),
      coins: fc.constantFrom("0", "0.005", "0.025", "0.045", "0.2", "5"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("prices" as const), factor: fc.constantFrom(1n, 3n) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("host" as const), isAway: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("die" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const) }) },
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

let desk: ChainDesk<UsdtLab>;

beforeAll(async () => {
  desk = await ChainDesk.open("payouts anyhow", startFuelledLab);
});
afterAll(() => desk.stop());

/** One life of a treasury: who is to be paid, and what the network's prices were. */
interface Life {
  readonly receivers: readonly string[];
  readonly payoutIds: string[];
  readonly prices: Parameters<typeof setGasPrice>[1];
}

const parse = (receiver: string | undefined) => Address.parse(receiver ?? "");

/** Looks at the chain, and pays out as far as that goes. */
async function look(blocks: number): Promise<void> {
  await desk.lab.advance(blocks);
  await desk.watcher.poll().catch(() => undefined);
  await desk.sender.step().catch(() => undefined);
}

async function happen(told: Event, { receivers, payoutIds, prices }: Life): Promise<void> {
  const { lab } = desk;
  switch (told.kind) {
    case "queue": {
      if ((await desk.balanceOf(desk.anna)) < lab.grossBase) return;
      payoutIds.push(await desk.queue(lab.grossBase, receivers[told.to]));
      return desk.sender.step().catch(() => undefined);
    }
    case "look":
      return look(told.blocks);
    case "lock":
      return lock(lab, parse(receivers[told.to]), told.isOpen ? OPEN : NO_RECEIVING);
    case "lockTreasury":
      return lock(lab, lab.treasury.address, told.isOpen ? OPEN : NO_SENDING);
    case "fuel":
      setFuel(lab, toNano(told.coins));
      return lab.advance(1);
    case "prices":
      setGasPrice(lab, prices);
      raiseGasPrice(lab, told.factor);
      return;
    case "host":
      lab.endpoints[1].setAway(told.isAway);
      return;
    case "die":
      desk.sender = desk.createSender();
      return;
    case "wait":
      desk.app.clock.advance(LONG_MS);
      return;
  }
}

/** Nothing hinders payouts any more, and all of them end. */
async function endWell({ receivers, payoutIds, prices }: Life): Promise<void> {
  const { lab } = desk;
  makeHonest(lab);
  setGasPrice(lab, prices);
  await lock(lab, lab.treasury.address, OPEN);
  for (const receiver of receivers) await lock(lab, parse(receiver), OPEN);
  await lab.advance(1);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    setFuel(lab, FUEL);
    desk.app.clock.advance(round % 10 === 0 ? LONG_MS : 1_000);
    await look(1);
    const statuses = await Promise.all(payoutIds.map((payoutId) => desk.readPayoutStatus(payoutId)));
    if (statuses.every((status) => status === "paid" || status === "returned")) break;
  }
  await desk.advance(4);
}

it("nobody loses money and nobody is paid twice, whatever happens to fuel, locks, prices, hosts and processes", async () => {
  let lives = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: MOST_EVENTS, minLength: MOST_EVENTS / 2 }), async (events) => {
      lives += 1;
      const { lab } = desk;
      await desk.begin();
      await desk.fill(10n * lab.grossBase);
      desk.alarms = [];
      const receivers = Array.from({ length: RECEIVERS }, (_, place) => lab.createReceiver(`${lives} ${place}`));
      // The issuer locks what is deployed.
      for (const receiver of receivers) lab.usdt.give(lab.chain, parse(receiver), 0n);
      await lab.advance(1);
      const life: Life = { receivers, payoutIds: [], prices: raiseGasPrice(lab, 1n) };
      for (const told of events) await happen(told, life);
      await endWell(life);
      const payouts = await Promise.all(life.payoutIds.map((payoutId) => desk.readPayout(payoutId)));
      const paid = payouts.filter(({ status }) => status === "paid");
      expect(payouts.filter(({ settled_at: settledAt }) => settledAt === null)).toEqual([]);
      expect(await desk.balanceOf(desk.anna)).toBe((10n - BigInt(paid.length)) * lab.grossBase);
      for (const receiver of receivers) {
        const due = BigInt(paid.filter(({ to_address: to }) => to === receiver).length);
        expect(lab.readBalance(receiver)).toBe(due * (lab.grossBase - lab.feeBase));
      }
      expect(desk.alarms).not.toContain(MISSING);
      expect(await findBreaches(desk.database)).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
