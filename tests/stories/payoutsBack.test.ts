import { expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { payoutQuote } from "#server/payouts/quote.ts";
import { callAs } from "#tests/support/story.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { openStories } from "./openStories.ts";

const story = openStories("timed");

const BEHIND = 8;

it.each([
  ["where no host lacks a block", null],
  ["although host 0 lacks the newest blocks", 0],
  ["although host 1 lacks the newest blocks", 1],
] as const)(
  "what left before the database was put back is not paid again, %s, and an operator books it",
  async (_, late) => {
    const { world } = story;
    const anna = await story.meetRich(3);
    const queued = await story.withdraw(anna, 1);
    const net = story.units(1) - FEE_BASE;
    await world.keepAll();
    // In a block that is not final yet: books and chain still agree.
    await story.createSender().step();
    world.chain.mine(1);
    expect(story.readArrived(queued)).toBe(net);
    if (late !== null) world.endpoints[late].lie = { kind: "behind", blocks: BEHIND };
    await world.restore();
    await world.work();
    expect(await story.readPayout(queued)).toMatch(/^queued|^held/u);
    world.makeHonest();
    await story.mine(8);
    expect(await story.readPayout(queued)).toBe("held: paused");
    expect(await isMoneyMissing(world.tables, world.coinType)).toBe(true);
    expect(story.readArrived(queued)).toBe(net);
    await story.operate("refuse", { payout: queued.id });
    for (const tx of world.lost) await story.operate("book-outgoing", { tx, against: `user:${anna}` });
    world.lost.clear();
    await story.mine(14);
    expect(story.readArrived(queued)).toBe(net);
    expect(await story.readBase(anna)).toBe(story.units(2) + FEE_BASE / 2n);
  },
);

it("nothing is signed while a host names blocks that the chain cannot have, and an alarm says so", async () => {
  const { world } = story;
  const anna = await story.meetRich(2);
  const queued = await story.withdraw(anna, 1);
  await world.keepAll();
  world.endpoints[0].lie = { kind: "ahead" };
  await world.restore();
  await story.mine(2);
  expect(await story.readAlarms()).toContain("endpointsDisagree");
  expect(await story.readPayout(queued)).toBe("queued");
  world.makeHonest();
  await story.mine(1);
  expect(await story.readPayout(queued)).toBe("held: paused");
  // Nothing had left: once books and chain are compared beyond that head, it is paid.
  await story.mine(14);
  expect(await story.readAlarms()).toEqual([]);
  await story.expectPaidOnce([queued]);
});

it("a quote is refused where the fee takes all of it, or less arrives than a wallet takes", async () => {
  const { world } = story;
  const { app, coinType, stepBase } = world;
  const anna = await story.meetRich(2);
  const leastBase = story.units(0.5);
  const ask = (grossBase: bigint) => {
    const amount = formatAmount(grossBase, COINS[coinType].baseDecimals);
    return callAs(app, payoutQuote, anna, { query: { coinType, amount } });
  };
  const refuse = (why: string) => ({ key: "invalidRequest", messageKey: `withdraw:problem.${why}` });
  await expect(ask(stepBase)).rejects.toMatchObject(refuse("amountTooSmall"));
  expect(await ask(2n * stepBase)).toMatchObject({ net: formatAmount(stepBase, COINS[coinType].baseDecimals) });
  world.chain.leastBase = leastBase;
  await expect(ask(2n * stepBase)).rejects.toMatchObject(refuse("belowNewAccount"));
  await expect(ask(leastBase)).rejects.toMatchObject(refuse("belowNewAccount"));
  expect(await ask(leastBase + stepBase)).toMatchObject({ net: formatAmount(leastBase, COINS[coinType].baseDecimals) });

  const asked = { tg_user_id: anna, coin_type: coinType, max_fee_base: stepBase, created_at: app.clock.now() };
  await world.tables.insertInto("auto_payout").values(asked).execute();
  await story.mine(8);
  expect(await story.readSum(anna)).toBe(0);
  world.chain.leastBase = 1n;
});
