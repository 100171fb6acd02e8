import { expect, it } from "vitest";
import { startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { describeBatches } from "./describeBatches.ts";

describeBatches("Solana", { startLab: startSolanaPayoutLab, mostInOne: 20, diesAtEveryStep: true }, (getScene) => {
  it("signs each alone once a transaction has failed for all, and gives back only what cannot be paid", async () => {
    const { lab, queueAll, step, finish, readAttempts } = getScene();
    const { address } = await lab.lab.createWallet();
    const [first = "", last = ""] = await queueAll(undefined, undefined);
    const { tg_user_id: anna, gross_base: gross, fee_base: fee } = await lab.read(first);
    const bad = await lab.queue(anna, fee + 1n, address);
    const payoutIds = [first, last, bad];
    await step();
    expect(new Set((await readAttempts(payoutIds)).map((attempt) => attempt.tx_hash)).size).toBe(1);
    await lab.forget();
    // Its receiver empties its account: what is to arrive does not pay the rent.
    lab.lab.chain.adjust(address, -lab.lab.readBalance(address));
    await lab.mine(1);
    const held = lab.readTreasury();
    lab.app.clock.advance(20_000);
    await step();
    await lab.mine(3);
    const failedFee = held - lab.readTreasury();
    expect(failedFee).toBeGreaterThan(0n);
    await finish(payoutIds);
    const payouts = await Promise.all(payoutIds.map((payoutId) => lab.read(payoutId)));
    expect(payouts.map(({ status }) => status)).toEqual(["paid", "paid", "returned"]);
    expect(payouts.reduce((sum, payout) => sum + payout.failed_fee_base, 0n)).toBe(failedFee);
    for (const payoutId of [first, last]) expect(await lab.readArrived(payoutId)).toBe(gross - fee);
    const anew = (await readAttempts([first, last])).filter(({ attempt }) => attempt === 2);
    expect(new Set(anew.map((attempt) => attempt.tx_hash)).size).toBe(2);
    // Nobody paid more than what was agreed.
    for (const { spent_base: spent, failed_fee_base: failed } of payouts.slice(0, 2)) {
      expect((spent ?? 0n) + failed).toBeLessThanOrEqual(gross);
    }
  });

  it("is booked as failed once where two processes find it", async () => {
    const { lab, queueAll, step, finish, readAttempts, createOther } = getScene();
    const { address } = await lab.lab.createWallet();
    const [first = ""] = await queueAll(undefined);
    const { tg_user_id: anna, gross_base: gross, fee_base: fee } = await lab.read(first);
    const bad = await lab.queue(anna, fee + 1n, address);
    await step();
    await lab.forget();
    lab.lab.chain.adjust(address, -lab.lab.readBalance(address));
    await lab.mine(1);
    lab.app.clock.advance(20_000);
    await step();
    await lab.lab.advance(3);
    const { payouts: route } = lab.chain;
    const slow = createOther({
      async look(parts, sent) {
        const sighting = await route?.look(parts, sent);
        if (sighting === undefined) throw new Error("the lab has a signer");
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
    expect(await lab.readStatus(first)).toBe("paid");
    expect(await lab.readArrived(first)).toBe(gross - fee);
  });

  it("does not hold the others up for a wallet that takes no such transfer", async () => {
    const { lab, queueAll, step, finish, readAttempts } = getScene();
    const [first = ""] = await queueAll(undefined);
    const { tg_user_id: anna, fee_base: fee } = await lab.read(first);
    const tooSmall = await lab.queue(anna, fee + 1n);
    const [last = ""] = await queueAll(undefined);
    await step();
    expect(await lab.read(tooSmall)).toMatchObject({ status: "held", held_reason: "limit", tx_hash: null });
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
});
