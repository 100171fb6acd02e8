import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { Database } from "#server/db/database.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { LONGEST_UNCOMPARED_MS } from "#server/ledger/uncompared.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import type { ChainPayoutLab } from "#tests/support/chains/chainPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { killAtEveryStep } from "#tests/support/killAtEveryStep.ts";

const CRASH_TIMEOUT_MS = 300_000;

/** What a case of a chain's own works with. */
export interface PayoutScene<Lab> {
  readonly lab: Lab;
  /** A person who has ten payouts of the usual size; another one in each case. */
  readonly anna: bigint;
  readonly depositBase: bigint;
  readonly step: () => Promise<void>;
  /** Steps and adds blocks until the payout is settled. */
  readonly finish: (payoutId: string) => Promise<void>;
}

interface PayingChain<Lab> {
  startLab: (database: Database, seed: string) => Promise<Lab>;
  /** Whether the rules are played too that the sender alone decides; one chain is enough. */
  playsEveryRule?: boolean;
  /** Whether the process dies at every step too; left out where the chain's batches do the same. */
  diesAtEveryStep?: boolean;
}

/**
 * Every case of payouts by transactions that expire, on one chain.
 * @param describeOwn adds the cases that only this chain has
 */
export function describePayouts<Lab extends ChainPayoutLab>(
  name: string,
  { startLab, playsEveryRule = false, diesAtEveryStep = false }: PayingChain<Lab>,
  describeOwn: (getScene: () => PayoutScene<Lab>) => void = () => undefined,
): void {
  describe(`payouts on ${name}`, () => {
    let database: Database;
    let lab: Lab;
    let sender: PayoutSender;
    let anna = 300n;
    let gross = 0n;
    let net = 0n;
    let deposited = 0n;

    beforeAll(async () => {
      database = await openTestDatabase();
      lab = await startLab(database, name);
      gross = lab.grossBase;
      net = gross - lab.feeBase;
      deposited = 10n * gross;
    });
    beforeEach(async () => {
      anna += 1n;
      sender = lab.createSender();
      await lab.deposit(anna, deposited);
      lab.logged.length = 0;
    });
    afterEach(async () => {
      makeHonest(lab.lab);
      await lab.catchUp();
      expect(await findBreaches(database)).toEqual([]);
    });
    afterAll(async () => {
      await lab.stop();
      await database.close();
    });

    const step = () => sender.step();
    const readAttempts = (payoutId: string) => lab.readAttempts([payoutId]);
    const finish = (payoutId: string) => lab.finish(sender, [payoutId]);
    async function expectPaidOnce(payoutId: string): Promise<void> {
      expect(await lab.readStatus(payoutId)).toBe("paid");
      expect(await lab.readArrived(payoutId)).toBe(net);
    }

    it("pays a wallet that is not on the chain exactly what was agreed: queued, sending, confirming, paid", async () => {
      const payoutId = await lab.queue(anna, gross);
      expect(await lab.readStatus(payoutId)).toBe("queued");
      await step();
      expect(await lab.readStatus(payoutId)).toBe("sending");
      const before = lab.readTreasury();
      await lab.mine(1);
      await step();
      expect(await lab.readStatus(payoutId)).toBe("confirming");
      await lab.mine(2);
      await step();
      await expectPaidOnce(payoutId);
      const payout = await lab.read(payoutId);
      expect(before - lab.readTreasury()).toBe(payout.spent_base);
      expect((payout.spent_base ?? 0n) - net).toBeLessThanOrEqual(lab.feeBase);
      const [attempt] = await readAttempts(payoutId);
      expect(attempt?.tx_hash).toBe(payout.tx_hash);
      expect(await lab.readBalance(anna)).toBe(deposited - gross);
      await lab.mine(3);
      expect(lab.logged).toEqual([]);
    });

    it.runIf(playsEveryRule)("pays several, each once, with two processes at work", async () => {
      const other = lab.createSender();
      const payoutIds = [await lab.queue(anna, gross), await lab.queue(anna, gross), await lab.queue(anna, gross)];
      for (let round = 0; round < 16; round += 1) {
        await Promise.all([step(), other.step()]);
        await lab.mine(1);
      }
      for (const payoutId of payoutIds) {
        expect(await lab.readStatus(payoutId)).toBe("paid");
        expect(await lab.readArrived(payoutId)).toBe(net);
      }
    });

    it.runIf(playsEveryRule)("sends the same bytes again when the nodes lost them", async () => {
      const payoutId = await lab.queue(anna, gross);
      await step();
      await lab.forget();
      lab.app.clock.advance(20_000);
      await finish(payoutId);
      expect(await readAttempts(payoutId)).toHaveLength(1);
      await expectPaidOnce(payoutId);
    });

    it.runIf(playsEveryRule)("goes back to waiting when a fork drops its block, and lands once", async () => {
      const payoutId = await lab.queue(anna, gross);
      await step();
      await lab.mine(1);
      await step();
      expect(await lab.readStatus(payoutId)).toBe("confirming");
      await lab.lab.drop(1);
      lab.app.clock.advance(20_000);
      await finish(payoutId);
      expect(await readAttempts(payoutId)).toHaveLength(1);
      await expectPaidOnce(payoutId);
    });

    it("signs an expired transaction anew, and not before it can no longer land", async () => {
      const payoutId = await lab.queue(anna, gross);
      await step();
      await lab.forget();
      await lab.expire();
      // Only the chain tells that it has expired.
      for (const endpoint of lab.lab.endpoints) endpoint.setAway(true);
      await expect(step()).rejects.toThrow(ChainUnavailable);
      for (const endpoint of lab.lab.endpoints) endpoint.setAway(false);
      expect(await readAttempts(payoutId)).toHaveLength(1);
      await finish(payoutId);
      const attempts = await readAttempts(payoutId);
      expect(attempts).toHaveLength(2);
      expect(attempts[0]?.lost_at).not.toBeNull();
      expect(lab.logged).toContain("a payout's transaction has expired: it is signed anew");
      await expectPaidOnce(payoutId);
    });

    it("does not believe one endpoint alone that a payout has expired", async () => {
      const payoutId = await lab.queue(anna, gross);
      await step();
      await lab.forget();
      await lab.lieAboutExpiry();
      await lab.mine(3);
      await step();
      expect(await readAttempts(payoutId)).toMatchObject([{ lost_at: null }]);
      for (const endpoint of lab.lab.endpoints) endpoint.setLie(null);
      lab.app.clock.advance(20_000);
      await finish(payoutId);
      expect(await readAttempts(payoutId)).toHaveLength(1);
      await expectPaidOnce(payoutId);
    });

    it.runIf(playsEveryRule)(
      "holds what the treasury cannot cover, and pays it once the treasury is filled",
      async () => {
        const taken = lab.readTreasury() - gross / 2n;
        const payoutId = await lab.queue(anna, gross);
        lab.adjustTreasury(-taken);
        await lab.lab.advance(1);
        await step();
        expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "treasury" });
        lab.adjustTreasury(taken);
        await lab.mine(4);
        lab.app.clock.advance(61_000);
        await finish(payoutId);
        await expectPaidOnce(payoutId);
      },
    );

    it("holds what the treasury cannot cover any more, where another payout is booked during a slow reading", async () => {
      const taken = lab.readTreasury() - (gross * 3n) / 2n;
      lab.adjustTreasury(-taken);
      await lab.lab.advance(1);
      const first = await lab.queue(anna, gross);
      await step();
      expect(await lab.readStatus(first)).toBe("sending");
      const second = await lab.queue(anna, gross);
      const { payouts: route } = lab.chain;
      if (route?.model !== "expiry") throw new Error("these payouts expire");
      const readSender = async () => {
        const readings = await route.readSender();
        // The first one lands, and another process that signs nothing books it, before this answer is used.
        await lab.lab.advance(4);
        const clockGuard = { ...lab.app.clockGuard, readTrustedTime: async () => null };
        await lab.createSender({ ...lab.app, clockGuard }).step();
        expect(await lab.readStatus(first)).toBe("paid");
        return readings;
      };
      await lab.createSender(lab.app, { ...lab.chain, payouts: { ...route, maxInFlight: 2, readSender } }).step();
      expect(await lab.read(second)).toMatchObject({ status: "held", held_reason: "treasury", tx_hash: null });
      lab.adjustTreasury(taken);
      // Some chains tell an old balance by the transaction before.
      await lab.deposit(anna + 5_000n, gross);
      lab.app.clock.advance(61_000);
      await finish(second);
      await expectPaidOnce(second);
    });

    it.runIf(playsEveryRule)(
      "stops while the endpoints disagree for long on what the treasury holds, also over restarts, and goes on by itself",
      async () => {
        const listAlarms = async () => (await findAlarms(lab.app, [], 0)).map(({ kind }) => kind);
        async function lookAfter(milliseconds: number): Promise<void> {
          lab.app.clock.advance(milliseconds);
          await lab.lab.advance(1);
          await new TestWatcher(lab.app, lab.chain).poll();
        }
        lab.lab.endpoints[0].setLie({ kind: "treasury" });
        await lookAfter(0);
        await lookAfter(LONGEST_UNCOMPARED_MS / 2);
        expect(await listAlarms()).not.toContain("booksUncompared");
        await lookAfter(LONGEST_UNCOMPARED_MS / 2);
        expect(await listAlarms()).toContain("booksUncompared");
        const payoutId = await lab.queue(anna, gross);
        await step();
        expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "paused" });
        lab.lab.endpoints[0].setLie(null);
        await lab.mine(2);
        expect(await listAlarms()).not.toContain("booksUncompared");
        lab.app.clock.advance(61_000);
        await finish(payoutId);
        await expectPaidOnce(payoutId);
      },
    );

    it.runIf(playsEveryRule)(
      "signs a queued one beside any number of expired ones that are hindered, and each of these once it is free",
      { timeout: CRASH_TIMEOUT_MS },
      async () => {
        const [ben, cleo] = [anna + 2_000n, anna + 3_000n];
        await lab.deposit(ben, 26n * gross);
        const expired: string[] = [];
        for (let place = 0; place < 50; place += 1) expired.push(await lab.queue(ben, gross / 2n));
        for (let round = 0; round < 3; round += 1) await step();
        for (const payoutId of expired) expect(await lab.readStatus(payoutId)).toBe("sending");
        await lab.forget();
        await lab.expire();
        const scope = FREEZE_SCOPES.person(ben);
        await database.kysely.insertInto("frozen_scope").values({ scope, frozen_at: lab.app.clock.now() }).execute();
        await step();
        await lab.deposit(cleo, 2n * gross);
        const payoutId = await lab.queue(cleo, gross);
        await step();
        expect(await lab.readStatus(payoutId)).toBe("sending");
        await finish(payoutId);
        await expectPaidOnce(payoutId);

        await database.kysely.deleteFrom("frozen_scope").where("scope", "=", scope).execute();
        await lab.finish(sender, expired);
        for (const id of expired) expect(await lab.readStatus(id)).toBe("paid");
      },
    );

    it.runIf(diesAtEveryStep).each([
      ["", undefined],
      [
        ", also when what it signed has expired meanwhile",
        async () => {
          await lab.forget();
          await lab.expire();
        },
      ],
    ])("pays once, wherever the process dies%s", { timeout: CRASH_TIMEOUT_MS }, async (_, whileDead) => {
      const ben = anna + 1_000n;
      await lab.deposit(ben, 24n * gross);
      const places = await killAtEveryStep(lab, {
        tgUserId: ben,
        grossBase: gross / 5n,
        feeBase: lab.feeBase,
        whileDead,
      });
      expect(places).toBeGreaterThanOrEqual(8);
    });

    describeOwn(() => ({ lab, anna, depositBase: deposited, step, finish }));
  });
}
