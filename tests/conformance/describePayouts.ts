import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import type { PayoutSender } from "#server/payouts/payoutSender.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import type { ChainPayoutLab } from "#tests/support/chains/chainPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";

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
}

/**
 * What a sender's payouts by transactions that expire depend on a chain for; its own rules are told in `tests/stories/`.
 * @param describeOwn adds the cases that only this chain has
 */
export function describePayouts<Lab extends ChainPayoutLab>(
  name: string,
  { startLab }: PayingChain<Lab>,
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

    describeOwn(() => ({ lab, anna, depositBase: deposited, step, finish }));
  });
}
