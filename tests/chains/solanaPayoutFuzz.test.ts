import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import type { AnswerLie } from "#tests/support/chains/solanaEndpoint.ts";
import { type SolanaPayoutLab, startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";

/** A failing seed repeats exactly: put it here alone. */
const SEEDS = ["red", "h"];
const STEPS = 40;
/** More rounds than a blockhash lives for, with what nodes may be apart. */
const ROUNDS = 100;
const BLOCKS_A_ROUND = 5;

let database: Database;
let lab: SolanaPayoutLab;

// Each seed has a world of its own.
beforeEach(async () => {
  database = await openTestDatabase();
  lab = await startSolanaPayoutLab(database, "fuzz");
});
afterEach(async () => {
  await lab.stop();
  await database.close();
});

/** Whole numbers below a bound, the same for the same seed. */
function createDice(seed: string): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32BE() % below;
  };
}

const tell = (honest: unknown, value: unknown) => ({ ...(honest as object), value });

/** Lies about heights, about the life of blockhashes and about fees; each by a number of its own. */
const LIES: readonly ((told: number) => AnswerLie)[] = [
  (told) => (method, honest) => (method === "getBlockHeight" ? told : honest),
  (told) => (method, honest) => {
    if (method !== "getLatestBlockhash") return honest;
    return tell(honest, { ...(honest as { value: object }).value, lastValidBlockHeight: told });
  },
  () => (method, honest) => (method === "isBlockhashValid" ? tell(honest, false) : honest),
  (told) => (method, honest) => {
    if (method === "getBlockHeight") return told;
    return method === "isBlockhashValid" ? tell(honest, false) : honest;
  },
  (told) => (method, honest) =>
    method === "getRecentPrioritizationFees" ? [{ slot: 1, prioritizationFee: told }] : honest,
  (told) => (method, honest) => (method === "getMinimumBalanceForRentExemption" ? told : honest),
];
const TOLD = [0, 1, 120, 400, 10 ** 6, Number.MAX_SAFE_INTEGER];

it.each(SEEDS)("pays once or gives back, whatever one endpoint tells (seed %s)", async (seed) => {
  const anna = 50n;
  const roll = createDice(seed);
  const { grossBase, feeBase } = lab;
  await lab.deposit(anna, 10n * grossBase);
  const payoutIds: string[] = [];
  const senders = [lab.createSender(), lab.createSender()];
  const step = (place: number) => (senders[place]?.step() ?? Promise.resolve()).catch(() => undefined);
  const events: readonly (() => Promise<unknown>)[] = [
    async () => {
      if (payoutIds.length < 8) payoutIds.push(await lab.queue(anna, grossBase));
    },
    () => step(0),
    () => step(1),
    () => Promise.all([step(0), step(1)]),
    () => lab.mine(1),
    () => lab.lab.advance(1 + roll(200)),
    () => lab.lab.drop(1),
    () => lab.forget(),
    async () => lab.app.clock.advance(61_000),
    async () => {
      const lie = LIES[roll(LIES.length)]?.(TOLD[roll(TOLD.length)] ?? 0);
      const [liar, other] = roll(2) === 0 ? lab.lab.endpoints : lab.lab.endpoints.toReversed();
      other?.setLie(null);
      if (lie !== undefined) liar?.setAnswerLie(lie);
    },
  ];
  for (let count = 0; count < STEPS; count += 1) await events[roll(events.length)]?.();

  // Then all is calm, and everything ends.
  for (const endpoint of lab.lab.endpoints) endpoint.setLie(null);
  const readLive = () =>
    database.kysely
      .selectFrom("payout")
      .select("payout_id")
      .where("status", "in", ["queued", "held", "sending", "confirming"])
      .execute();
  for (let round = 0; round < ROUNDS && (await readLive()).length > 0; round += 1) {
    lab.app.clock.advance(21_000);
    await step(0);
    await lab.lab.advance(BLOCKS_A_ROUND - 1);
    await lab.mine(1);
  }
  expect(await readLive()).toEqual([]);
  for (const payoutId of payoutIds) {
    const { status } = await lab.read(payoutId);
    expect(await lab.readArrived(payoutId), `${payoutId} is ${status}`).toBe(
      status === "paid" ? grossBase - feeBase : 0n,
    );
  }
  await lab.mine(4);
  expect(await findBreaches(database)).toEqual([]);
});
