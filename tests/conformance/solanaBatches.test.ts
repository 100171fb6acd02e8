import { expect, it } from "vitest";
import { readBookedBase } from "#server/deposits/reconcileTreasury.ts";
import { type SolanaPayoutLab, startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { type BatchScene, describeBatches } from "./describeBatches.ts";

/** Sends a transaction of several payouts; the next block takes it, and it fails for all. */
async function sendFailing({ lab, queueAll, step }: BatchScene<SolanaPayoutLab>, goodCount: number) {
  const { address } = await lab.lab.createWallet();
  const good = await queueAll(...Array.from({ length: goodCount }, () => undefined));
  const { tg_user_id: anna, fee_base: fee } = await lab.read(good[0] ?? "");
  const bad = await lab.queue(anna, fee + 1n, address);
  await step();
  await lab.forget();
  // Its receiver empties its account: what is to arrive does not pay the rent.
  lab.lab.chain.adjust(address, -lab.lab.readBalance(address));
  await lab.mine(1);
  lab.app.clock.advance(20_000);
  await step();
  return { good, bad };
}

describeBatches(
  "Solana",
  { startLab: startSolanaPayoutLab, maxBatchSize: 20, playsEveryRule: true, diesAtEveryStep: true },
  (getScene) => {
    it("signs each alone once a transaction has failed for all, and gives back only what cannot be paid", async () => {
      const scene = getScene();
      const { lab, finish, readAttempts } = scene;
      // So many that what the failure leaves of their fees would be enough for another transaction of all.
      const { good, bad } = await sendFailing(scene, 4);
      const payoutIds = [...good, bad];
      expect(new Set((await readAttempts(payoutIds)).map((attempt) => attempt.tx_hash)).size).toBe(1);
      const held = lab.readTreasury();
      await lab.mine(3);
      const failedFee = held - lab.readTreasury();
      expect(failedFee).toBeGreaterThan(0n);
      await finish(payoutIds);
      const payouts = await Promise.all(payoutIds.map((payoutId) => lab.read(payoutId)));
      expect(payouts.map(({ status }) => status)).toEqual([...good.map(() => "paid"), "returned"]);
      expect(payouts.reduce((sum, payout) => sum + payout.failed_fee_base, 0n)).toBe(failedFee);
      for (const payoutId of good) {
        const { gross_base: gross, fee_base: fee, ...paid } = await lab.read(payoutId);
        expect(await lab.readArrived(payoutId)).toBe(gross - fee);
        // Nobody paid more than what was agreed.
        expect((paid.spent_base ?? 0n) + paid.failed_fee_base).toBeLessThanOrEqual(gross);
      }
      const anew = (await readAttempts(good)).filter(({ attempt }) => attempt === 2);
      expect(new Set(anew.map((attempt) => attempt.tx_hash)).size).toBe(good.length);
    });

    it("leaves the fee of a failed transaction in the books of the positions before it", async () => {
      const scene = getScene();
      const { lab, step, finish } = scene;
      const { kysely } = lab.app.database;
      const { good, bad } = await sendFailing(scene, 1);
      const [first = ""] = good;
      const held = lab.readTreasury();
      // No watcher looks, so the sender books first what the comparison reaches later.
      await lab.lab.advance(3);
      const failedFee = held - lab.readTreasury();
      expect(failedFee).toBeGreaterThan(0n);
      await step();
      const { failed_position: position } = await lab.read(first);
      if (position === null) throw new Error("the transaction has not failed");
      expect(await readBookedBase(kysely, "sol", position - 1n)).toBe(held);
      expect(await readBookedBase(kysely, "sol", position)).toBe(held - failedFee);
      await finish([first, bad]);
      expect(await readBookedBase(kysely, "sol", position - 1n)).toBe(held);
      expect(await readBookedBase(kysely, "sol", position)).toBe(held - failedFee);
    });

    it("is booked as failed once where two processes find it", async () => {
      const scene = getScene();
      const { lab, step, finish, readAttempts, createOther } = scene;
      const { good, bad } = await sendFailing(scene, 1);
      const [first = ""] = good;
      await lab.lab.advance(3);
      const route = requireExpiryRoute(lab.chain);
      const slow = createOther({
        async findTransaction(parts, sent) {
          const sighting = await route.findTransaction(parts, sent);
          // The first process books it and signs both anew.
          if (parts.length > 1) {
            await step();
            await step();
          }
          return sighting;
        },
      });
      await slow.step();
      expect((await readAttempts([first])).map(({ lost_at: lostAt }) => lostAt === null)).toEqual([false, true]);
      await finish([first, bad]);
      const { status, gross_base: gross, fee_base: fee } = await lab.read(first);
      expect(status).toBe("paid");
      expect(await lab.readArrived(first)).toBe(gross - fee);
    });

    it("does not hold the others up for a wallet that takes no such transfer", async () => {
      const { lab, queueAll, step, finish, readAttempts } = getScene();
      const [first = ""] = await queueAll(undefined);
      const { tg_user_id: anna, fee_base: fee } = await lab.read(first);
      const tooSmall = await lab.queue(anna, fee + 1n);
      const [last = ""] = await queueAll(undefined);
      await step();
      expect(await lab.read(tooSmall)).toMatchObject({ status: "held", held_reason: "receiver", tx_hash: null });
      expect((await readAttempts([first, last])).map(({ part }) => part)).toEqual([0, 1]);
      await finish([first, last]);
      expect(await lab.readStatus(last)).toBe("paid");
    });

    it("is not settled while two endpoints tell it differently", async () => {
      const { lab, queueAll, step, finish, readStatuses } = getScene();
      const payoutIds = await queueAll(undefined, undefined);
      await step();
      const { tx_hash: txHash } = await lab.read(payoutIds[0] ?? "");
      lab.lab.endpoints[1].setLie({ kind: "amount", txId: txHash ?? "" });
      await lab.mine(4);
      await step();
      expect(await readStatuses(payoutIds)).not.toContain("paid");
      expect(lab.logged).toContain("the RPC endpoints disagree on a payout: it is not settled");
      lab.lab.endpoints[1].setLie(null);
      await finish(payoutIds);
      expect(await readStatuses(payoutIds)).toEqual(["paid", "paid"]);
    });
  },
);
