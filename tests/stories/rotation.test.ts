import { describe, expect, it } from "vitest";
import { checkChainIdentity } from "#server/chains/checkChainIdentity.ts";
import { readCoins } from "#server/solvency/readCoins.ts";
import { USUAL_PRICE_BASE } from "#tests/model/chain.ts";
import { createAddress, createTxId, type Shape } from "#tests/model/endpoints.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { type MoneyWorld, STRANGER } from "#tests/model/world.ts";
import { LIFE, openStories } from "./openStories.ts";

/** What blocks ask for at last, where the former key could have agreed to more than it offered. */
const RISEN: readonly (readonly [shape: Shape, risenBase: bigint])[] = [
  ["numbered", FEE_BASE - 100n],
  ["timed", USUAL_PRICE_BASE],
];

/** The next treasury needs something for its first fees. */
function fundNext({ shape, chain }: MoneyWorld): void {
  const outputs = [{ to: createAddress(shape, "the next treasury"), amountBase: 5_000n, reference: null }];
  const sent = { outputs, feeBase: 0n, nonce: null, validUntil: null, isUnreadable: false };
  chain.send({
    id: createTxId(shape, "the first coins"),
    from: createAddress(shape, `wallet of ${STRANGER}`),
    ...sent,
  });
}

describe.each(RISEN)("another treasury on a %s chain", (shape, risenBase) => {
  const story = openStories(shape);

  const readBalance = async () => {
    const coins = await readCoins(story.world.app, { since: new Date(0), isPatient: false });
    return coins?.[0]?.figures.treasuryBalance;
  };

  it("leaves what the former key signed to land, takes what still arrives there, and pays once the rest is moved", async () => {
    const { world } = story;
    const anna = await story.meetRich(4);
    const former = world.connected;
    await checkChainIdentity(world.app, former);
    const signed = await story.withdraw(anna, 1);
    await story.createSender().step();
    world.chain.forget();
    expect(await readBalance()).not.toBeNull();
    fundNext(world);
    await world.rotate();

    const { connected: next } = world;
    const { treasury: setting, oldTreasuries } = next.settings;
    const check = (oldTreasuryAddresses: string[]) => checkChainIdentity(world.app, { ...next, oldTreasuryAddresses });
    await expect(check([])).rejects.toThrow("This database belongs to the treasury");
    await expect(check([former.treasuryAddress, "elsewhere"])).rejects.toThrow(`${oldTreasuries} names elsewhere`);
    await expect(checkChainIdentity(world.app, next)).rejects.toThrow(`${setting} names ${next.treasuryAddress}`);
    world.chain.mine(1);
    await checkChainIdentity(world.app, next);
    // What was read of the former one alone says nothing of both.
    expect(await readBalance()).toBeNull();
    for (const own of [next, former]) expect(next.parsePayer(own.treasuryAddress)).toBeNull();

    const raise = story.operate("raise-fee", { payout: signed.id, amount: "0.02" });
    await expect(raise).rejects.toThrow("The former treasury has signed it");
    world.chain.priceBase = risenBase;
    await story.finish();
    world.chain.priceBase = USUAL_PRICE_BASE;
    await story.finish();
    expect(await story.readAttempts(signed)).toMatchObject([{ sender_key: former.payouts?.senderKey }]);
    await story.expectPaidOnce([signed]);

    await story.fill(anna, 1);
    await story.fill(anna, 1);
    expect(await story.readSum(anna)).toBe(5);
    const heldBase = world.chain.readHolding(former.treasuryAddress);
    expect(heldBase).toBeGreaterThan(story.units(3));

    const queued = await story.withdraw(anna, 3);
    await story.mine(1);
    expect(await story.readPayout(queued)).toBe("held: treasury");
    const tx = world.spend(heldBase - USUAL_PRICE_BASE, world.treasury, USUAL_PRICE_BASE, former.treasuryAddress);
    await story.mine(4);
    await story.operate("book-outgoing", { tx, against: "fees" });
    await story.mine(14);
    await story.expectPaidOnce([queued], 3);
    expect(await story.readAttempts(queued)).toMatchObject([{ sender_key: next.payouts?.senderKey }]);
    expect(await readBalance()).not.toBeNull();
  });
});

describe.each<Shape>(["numbered", "timed"])(
  "another treasury on a %s chain, while hosts differ on a payout",
  (shape) => {
    const story = openStories(shape);

    it("pays nothing until they agree, and then the payout once", async () => {
      const { world } = story;
      const anna = await story.meetRich(4);
      const signed = await story.withdraw(anna, 1);
      await story.createSender().step();
      world.endpoints[0].lie = { kind: "noPayouts" };
      await story.mine(6);
      fundNext(world);
      await world.rotate();
      await story.mine(4);
      expect(await story.readAlarms()).toContain("endpointsDisagree");
      const queued = await story.withdraw(anna, 1);
      await story.mine(LIFE);
      world.pass(2);
      await story.mine(6);
      expect([await story.readPayout(signed), await story.readPayout(queued)]).toEqual(["confirming", "queued"]);
      world.makeHonest();
      await story.mine(6);
      await story.expectPaidOnce([signed]);
      expect(await story.readAttempts(signed)).toHaveLength(1);
      expect(await story.readPayout(queued)).toBe("held: treasury");
      expect(await story.readSum(anna)).toBe(2);
    });
  },
);
