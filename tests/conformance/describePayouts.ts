import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { type ChainLab, makeHonest } from "#tests/support/chains/chainLab.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import type { TestClock } from "#tests/support/testClock.ts";

/**
 * What a sender's payouts depend on a chain for; its own rules are told in `tests/stories/`.
 * @param describeOwn adds the cases that only this chain has; in each, another Anna has ten payouts of the usual size
 */
export function describePayouts<Lab extends ChainLab>(
  name: string,
  startLab: (clock: TestClock) => Promise<Lab>,
  describeOwn: (getDesk: () => ChainDesk<Lab>) => void = () => undefined,
): void {
  describe(`payouts on ${name} by its sender`, () => {
    let desk: ChainDesk<Lab>;

    beforeAll(async () => {
      desk = await ChainDesk.open(name, startLab);
    });
    beforeEach(async () => {
      await desk.begin();
      await desk.fill(10n * desk.lab.grossBase);
      desk.alarms = [];
      desk.warnings = [];
    });
    afterEach(async () => {
      makeHonest(desk.lab);
      await desk.lab.advance(4);
      await desk.watcher.poll();
      expect(await findBreaches(desk.database)).toEqual([]);
    });
    afterAll(() => desk.stop());

    it("pays a wallet that is not on the chain exactly what was agreed: queued, sending, confirming, paid", async () => {
      const { grossBase, feeBase } = desk.lab;
      const payoutId = await desk.queue();
      expect(await desk.readPayoutStatus(payoutId)).toBe("queued");
      await desk.sender.step();
      expect(await desk.readPayoutStatus(payoutId)).toBe("sending");
      const before = await desk.readTreasury();
      await desk.advance(1);
      await desk.sender.step();
      expect(await desk.readPayoutStatus(payoutId)).toBe("confirming");
      await desk.advance(desk.lab.endingBlocks ?? 2);
      await desk.sender.step();
      expect(await desk.listUnpaid(payoutId)).toEqual([]);
      const payout = await desk.readPayout(payoutId);
      expect(before - (await desk.readTreasury())).toBe(payout.spent_base);
      expect((payout.spent_base ?? 0n) - (grossBase - feeBase)).toBeLessThanOrEqual(feeBase);
      expect(await desk.readAttempts(payoutId)).toMatchObject([{ tx_hash: payout.tx_hash }]);
      expect(await desk.balanceOf(desk.anna)).toBe(9n * grossBase);
      await desk.advance(3);
      expect([...desk.alarms, ...desk.warnings]).toEqual([]);
    });

    describeOwn(() => desk);
  });
}
