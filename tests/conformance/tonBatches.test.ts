import { toNano } from "@ton/core";
import { expect, it } from "vitest";
import { startTonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { describeBatches } from "./describeBatches.ts";

describeBatches("TON by a wallet v5r1", { startLab: startTonPayoutLab, maxBatchSize: 50 }, (getScene) => {
  it("leaves the next message to the next step where another process has signed one", async () => {
    const { lab, queueAll, finish, readAttempts, createOther, readStatuses } = getScene();
    const route = requireExpiryRoute(lab.chain);
    const [first = "", second = ""] = await queueAll(undefined, undefined);
    const other = createOther({ prepare: (group) => route.prepare(group.slice(0, 1)) });
    const slow = createOther({
      async prepare(group) {
        const prepared = await route.prepare(group);
        await other.step();
        return prepared;
      },
    });
    await slow.step();
    expect(await readAttempts([first])).toHaveLength(1);
    expect(await readAttempts([second])).toEqual([]);
    await finish([first, second]);
    expect(await readStatuses([first, second])).toEqual(["paid", "paid"]);
  });

  it("gives the money of those back that the wallet skipped for lack of coins, each its own fee less", async () => {
    const { lab, queueAll, step, finish, readBalance, readStatuses } = getScene();
    const before = await readBalance();
    const [first] = await queueAll(undefined);
    const { to_address: receiver, gross_base: gross, fee_base: fee } = await lab.read(first ?? "");
    const payoutIds = [first ?? "", ...(await queueAll(receiver, undefined))];
    await step();
    const taken = lab.readTreasury() - gross - toNano("0.02");
    lab.adjustTreasury(-taken);
    await lab.lab.advance(3);
    lab.adjustTreasury(taken);
    await lab.lab.advance(3);
    await finish(payoutIds);
    expect(await readStatuses(payoutIds)).toEqual(["paid", "returned", "returned"]);
    expect(await lab.readArrived(first ?? "")).toBe(gross - fee);
    const [, ...returned] = await Promise.all(payoutIds.map((payoutId) => lab.read(payoutId)));
    const lost = returned.reduce((sum, payout) => sum + (payout.spent_base ?? 0n), 0n);
    expect(await readBalance()).toBe(before - gross - lost);
  });

  it("gives all back, less their shares of the fee, when the wallet could send none on", async () => {
    const { lab, queueAll, step, finish, readBalance, readStatuses } = getScene();
    const before = await readBalance();
    const payoutIds = await queueAll(undefined, undefined);
    await step();
    const taken = lab.readTreasury() - toNano("0.02");
    lab.adjustTreasury(-taken);
    await lab.lab.advance(3);
    lab.adjustTreasury(taken);
    await lab.lab.advance(3);
    await finish(payoutIds);
    expect(await readStatuses(payoutIds)).toEqual(["returned", "returned"]);
    const payouts = await Promise.all(payoutIds.map((payoutId) => lab.read(payoutId)));
    const lost = payouts.reduce((sum, payout) => sum + (payout.spent_base ?? 0n), 0n);
    expect(lost).toBeGreaterThan(0n);
    expect(await readBalance()).toBe(before - lost);
  });
});

describeBatches("TON by a wallet v4r2", {
  startLab: (database, seed) => startTonPayoutLab(database, seed, { kind: "v4r2" }),
  maxBatchSize: 4,
  isSecondWallet: true,
});
