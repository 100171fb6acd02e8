import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { openTestDatabase } from "./database.ts";
import { findBreaches } from "./findBreaches.ts";
import type { PayoutDesk } from "./payoutDesk.ts";
import { callAs } from "./story.ts";

/** The first and the last seed: `7-7` repeats the seventh alone, exactly. */
const SEEDS = process.env["FUZZ_SEEDS"] ?? "1-1";
const STEPS = 60;
const MOST_PAYOUTS = 12;
/** A seed takes some seconds, and many times that on a machine that does other things. */
const MOST_MS = 300_000;
const ANNA = 50n;

/** A whole number below a bound, the same for the same seed. */
export type Roll = (below: number) => number;

interface FuzzedDesk extends PayoutDesk {
  stop(): Promise<void>;
}

/** What is fuzzed of one chain. */
export interface PayoutFuzz<Lab extends FuzzedDesk> {
  readonly start: (database: Database, seed: string) => Promise<Lab>;
  /** What a payout takes out of the balance, and what of that is its fee. */
  readonly grossBase: bigint;
  readonly feeBase: bigint;
  /** Lets the nodes lose what is in no block. */
  readonly forget: (lab: Lab) => Promise<unknown>;
  /** Makes one endpoint lie about heights, validity, fees or what was sent, and the other one honest. */
  readonly lie: (lab: Lab, roll: Roll) => Promise<void>;
  /** Makes one endpoint say that what was signed before can no longer land. Left out where nothing expires. */
  readonly lieAboutExpiry?: (lab: Lab) => Promise<void>;
  /** What may happen to the chain and to the treasury. */
  readonly listEvents: (lab: Lab, roll: Roll) => readonly (() => Promise<unknown>)[];
  /** The address of a wallet of a rare kind, another one for each number from 1 to 4; on the chain from the beginning. */
  readonly createOddReceiver: (lab: Lab, number: number) => string | Promise<string>;
  /** Makes everybody honest again. */
  readonly calmDown: (lab: Lab) => Promise<void>;
  /** Lets so much time pass that what waits goes on. */
  readonly pass: (lab: Lab) => Promise<void>;
  /** So often, until everything has ended. */
  readonly mostRounds: number;
}

/** Lets anything happen in any order, then all is calm: each payout was paid once or given back, and the books are sound. */
export function fuzzPayouts<Lab extends FuzzedDesk>(name: string, fuzz: PayoutFuzz<Lab>): void {
  describe(`payouts on ${name}`, () => {
    let database: Database;
    let lab: Lab;

    // Each seed has a world of its own.
    beforeEach(async () => {
      database = await openTestDatabase();
      lab = await fuzz.start(database, "fuzz");
    });
    afterEach(async () => {
      await lab.stop();
      await database.close();
    });

    it.each(listSeeds())(
      "are paid once or given back, whatever happens (seed %i)",
      { timeout: MOST_MS },
      async (seed) => {
        const roll = createDice(`${name} ${seed}`);
        const { grossBase, feeBase } = fuzz;
        const oddReceivers: string[] = [];
        for (const number of [1, 2, 3, 4]) oddReceivers.push(await fuzz.createOddReceiver(lab, number));
        await lab.deposit(ANNA, BigInt(MOST_PAYOUTS) * grossBase);
        const payoutIds: string[] = [];
        /** What their wallets held before. */
        const held = new Map<string, bigint>();
        let senders = [lab.createSender(), lab.createSender()];
        const step = (place: number) => (senders[place]?.step() ?? Promise.resolve()).catch(() => undefined);
        const cancel = (payoutId: string) => callAs(lab.app, cancelPayout, ANNA, { body: { payoutId } });
        async function queue(to?: string): Promise<void> {
          if (payoutIds.length >= MOST_PAYOUTS) return;
          const payoutId = await lab.queue(ANNA, grossBase, to);
          payoutIds.push(payoutId);
          held.set(payoutId, await lab.readArrived(payoutId));
        }
        /** Some node has kept it, whatever became of it since. */
        async function sendAnyAgain(): Promise<void> {
          const sent = database.kysely.selectFrom("payout_attempt").select("raw");
          const newest = await sent.orderBy("signed_at", "desc").orderBy("tx_hash").limit(4).execute();
          const raw = newest[roll(Math.max(1, newest.length))]?.raw;
          if (raw !== undefined) await lab.chain.payouts?.broadcast(raw).catch(() => undefined);
        }
        /** Between the signature and the block. */
        async function lieAtTheWorstMoment(): Promise<void> {
          await queue();
          await step(0);
          if (roll(2) === 0) {
            await fuzz.forget(lab);
            await lab.mine(1);
          }
          if (roll(2) === 0 && fuzz.lieAboutExpiry !== undefined) {
            await fuzz.calmDown(lab);
            await fuzz.lieAboutExpiry(lab);
          } else {
            await fuzz.lie(lab, roll);
          }
          await step(0);
          await step(1);
          await sendAnyAgain();
        }
        const events: readonly (() => Promise<unknown>)[] = [
          () => fuzz.lie(lab, roll),
          lieAtTheWorstMoment,
          lieAtTheWorstMoment,
          sendAnyAgain,
          () => fuzz.forget(lab),
          () => queue(),
          () => queue(),
          () => queue(oddReceivers.pop()),
          () => step(0),
          () => step(1),
          () => Promise.all([step(0), step(1)]),
          () => lab.mine(1),
          () => lab.mine(2),
          async () => lab.app.clock.advance(61_000),
          async () => {
            senders = [lab.createSender(), lab.createSender()];
          },
          async () => {
            const payoutId = payoutIds[roll(Math.max(1, payoutIds.length))];
            if (payoutId !== undefined) await Promise.allSettled([cancel(payoutId), step(0)]);
          },
          ...fuzz.listEvents(lab, roll),
        ];
        for (let count = 0; count < STEPS; count += 1) await events[roll(events.length)]?.();

        const readLive = () =>
          database.kysely
            .selectFrom("payout")
            .select(["payout_id", "status", "held_reason"])
            .where("status", "in", ["queued", "held", "sending", "confirming"])
            .execute();
        await fuzz.calmDown(lab);
        for (let round = 0; round < fuzz.mostRounds && (await readLive()).length > 0; round += 1) {
          await step(0);
          await fuzz.pass(lab);
          // Whoever sees that a wallet takes no transfer has the money back.
          for (const { payout_id: payoutId, held_reason: reason } of await readLive()) {
            if (reason === "receiver") await cancel(payoutId).catch(() => undefined);
          }
        }
        expect(await readLive()).toEqual([]);
        for (const payoutId of payoutIds) {
          const { status } = await lab.read(payoutId);
          const arrivedBase = (await lab.readArrived(payoutId)) - (held.get(payoutId) ?? 0n);
          expect(arrivedBase, `${payoutId} is ${status}`).toBe(status === "paid" ? grossBase - feeBase : 0n);
        }
        await lab.mine(4);
        expect(await findBreaches(database)).toEqual([]);
      },
    );
  });
}

function listSeeds(): number[] {
  const [first = 1, last = first] = SEEDS.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

function createDice(seed: string): Roll {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32BE() % below;
  };
}

/** Makes one of two endpoints tell lies and the other one honest. */
export function chooseLiar<Endpoint>(endpoints: readonly [Endpoint, Endpoint], roll: Roll): [Endpoint, Endpoint] {
  const [first, second] = endpoints;
  return roll(2) === 0 ? [first, second] : [second, first];
}
