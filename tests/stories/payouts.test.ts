import { expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { payouts } from "#server/payouts/payouts.ts";
import { payoutQuote } from "#server/payouts/quote.ts";
import { callAs } from "#tests/support/story.ts";
import { queuePayout } from "#tests/model/deeds.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { openStories } from "./openStories.ts";

const story = openStories("numbered");
const takeBack = (who: bigint, payoutId: string) => callAs(story.world.app, cancelPayout, who, { body: { payoutId } });

it("what is agreed arrives, less the fee, and the bot says so", async () => {
  const anna = await story.meetRich(3);
  const queued = await story.withdraw(anna, 2);
  expect(await story.readSum(anna)).toBe(1);
  await story.mine(6);
  expect(await story.readPayout(queued)).toBe("paid");
  expect(story.readArrived(queued)).toBe(story.units(2) - FEE_BASE);
  expect(await story.readLetters(anna)).toEqual(["paymentToBalance", "payoutPaid"]);
  const [shown] = (await callAs(story.world.app, payouts, anna, { query: { payoutId: queued.id, limit: 1 } })).items;
  expect(shown?.life?.history.map(({ state }) => state)).toEqual(["queued", "sending", "confirming", "paid"]);
  expect(shown?.life?.next).toBeNull();
});

it("nobody is paid out of their own accord before they ask for it", async () => {
  const anna = await story.meetRich(3);
  await story.mine(6);
  expect(await story.readSum(anna)).toBe(3);
});

it("an owner takes back what waits, once, and never what is sent", async () => {
  const anna = await story.meetRich(3);
  await story.operate("freeze", { scope: "all" });
  const queued = await story.withdraw(anna, 2);
  await story.mine(2);
  await takeBack(anna, queued.id);
  await takeBack(anna, queued.id);
  expect(await story.readSum(anna)).toBe(3);
  await story.operate("unfreeze", { scope: "all" });
  const sent = await story.withdraw(anna, 2);
  await story.mine(1);
  await expect(takeBack(anna, sent.id)).rejects.toMatchObject({ key: "notAvailable" });
  await story.mine(6);
  expect(story.readArrived(queued)).toBe(0n);
  expect(await story.readPayout(sent)).toBe("paid");
});

it("a balance is paid out by itself to the proven wallet, where that is asked for and the fee is within its limit", async () => {
  const { world } = story;
  const [anna, ben] = [await story.meetRich(2), await story.meetRich(2)];
  const ask = (person: bigint, maxFeeBase: bigint) =>
    world.tables
      .insertInto("auto_payout")
      .values({
        tg_user_id: person,
        coin_type: world.coinType,
        max_fee_base: maxFeeBase,
        created_at: world.app.clock.now(),
      })
      .execute();
  await ask(anna, world.stepBase);
  await ask(ben, world.stepBase - 1n);
  const before = story.readArrived({ to: world.walletOf(anna) });
  await story.mine(8);
  expect([await story.readSum(anna), await story.readSum(ben)]).toEqual([0, 2]);
  expect(story.readArrived({ to: world.walletOf(anna) }) - before).toBe(story.units(2) - world.stepBase);
});

it("a transaction that the nodes lose is sent again, and arrives once", async () => {
  const anna = await story.meetRich(2);
  const queued = await story.withdraw(anna, 1);
  await story.world.work();
  story.world.chain.forget();
  await story.mine(4);
  story.world.pass(1);
  await story.mine(8);
  expect(await story.readPayout(queued)).toBe("paid");
  expect(story.readArrived(queued)).toBe(story.units(1) - FEE_BASE);
});

it("what a wallet refuses is back, less what the network took, and the bot says so", async () => {
  const anna = await story.meetRich(2);
  const queued = await story.withdraw(anna, 1);
  story.world.chain.refusing.add(queued.to);
  await story.mine(6);
  expect(await story.readPayout(queued)).toBe("returned");
  expect(await story.readBase(anna)).toBe(story.units(2) - FEE_BASE / 2n);
  const [shown] = (await callAs(story.world.app, payouts, anna, { query: { payoutId: queued.id, limit: 1 } })).items;
  expect(shown?.life?.history.map(({ state }) => state)).toEqual(["queued", "sending", "confirming", "returned"]);
  const tell = (base: bigint) => formatAmount(base, COINS[story.world.coinType].baseDecimals);
  const lostFee = tell(FEE_BASE / 2n);
  expect(shown).toMatchObject({ lostFee, returnedAmount: tell(story.units(1) - FEE_BASE / 2n) });
  expect(await story.readLetters(anna)).toEqual(["paymentToBalance", "payoutRefused"]);
});

it("who asks for most of a balance several times at once gets one payout", async () => {
  const anna = await story.meetRich(3);
  await story.operate("freeze", { scope: "all" });
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => story.withdraw(anna, 2)));
  const refused = asked.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toEqual(Array.from({ length: 5 }, () => "Error: the balance is too small"));
  expect(await story.readSum(anna)).toBe(1);
  await story.operate("unfreeze", { scope: "all" });
  await story.mine(14);
});

it("nobody is paid more than the balance, and no quote is of less than its fee", async () => {
  const anna = await story.meetRich(2);
  const grossBase = (await story.readBase(anna)) + 1n;
  expect(await queuePayout(story.world, { person: anna, grossBase, to: story.world.walletOf(anna) })).toBeNull();
  const { app, coinType } = story.world;
  const asked = callAs(app, payoutQuote, anna, { query: { coinType, amount: "0.000001" } });
  await expect(asked).rejects.toMatchObject({ key: "invalidRequest" });
  expect(await story.readSum(anna)).toBe(2);
});

it("a process that dies at any statement leaves a payout that another one finishes, once", async () => {
  const { world } = story;
  const anna = await story.meetRich(9);
  const queued = [];
  for (let dieAt = 20; dieAt <= 110; dieAt += 15) {
    queued.push(await story.withdraw(anna, 1));
    await world.workAndDie(dieAt);
    await story.mine(1);
  }
  await story.mine(14);
  for (const payout of queued) {
    expect(await story.readPayout(payout)).toBe("paid");
    expect(story.readArrived(payout)).toBe(story.units(1) - FEE_BASE);
  }
});
