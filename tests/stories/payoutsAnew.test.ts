import { describe, expect, it } from "vitest";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { USUAL_PRICE_BASE } from "#tests/model/chain.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { STRANGER } from "#tests/model/world.ts";
import { callAs } from "#tests/support/story.ts";
import { LIFE, openStories, type Queued } from "./openStories.ts";

describe("a payout by number", () => {
  const story = openStories("numbered");
  const { finish, expectPaidOnce } = story;
  const findShort = async () => (await findAlarms(story.world.app, [], 0)).find(({ kind }) => kind === "feeShort");

  it("that blocks find too cheap is displaced by one that pays more, and arrives once", async () => {
    const anna = await story.meetRich(2);
    const queued = await story.withdraw(anna, 1);
    await story.world.work();
    story.world.chain.priceBase = FEE_BASE - 100n;
    await finish();
    const attempts = await story.readAttempts(queued);
    expect(attempts).toHaveLength(2);
    expect(attempts[1]?.sequence).toBe(attempts[0]?.sequence);
    await expectPaidOnce([queued]);
    story.world.chain.priceBase = USUAL_PRICE_BASE;
  });

  it("that nothing agreed moves waits with an alarm, until the network asks for less", async () => {
    const anna = await story.meetRich(2);
    const queued = await story.withdraw(anna, 1);
    await story.world.work();
    story.world.chain.priceBase = 1_000n * FEE_BASE;
    await finish();
    expect((await findShort())?.subject).toBe(queued.id);
    expect(await story.readPayout(queued)).toBe("sending");
    story.world.chain.priceBase = USUAL_PRICE_BASE;
    await finish();
    expect(await findShort()).toBeUndefined();
    await expectPaidOnce([queued]);
  });

  it("that nothing agreed moves is paid once an operator adds what the alarm names, out of a surplus", async () => {
    const { world } = story;
    const anna = await story.meetRich(2);
    const queued = await story.withdraw(anna, 1);
    const raise = (amount: string, isDryRun = false) =>
      story.operate("raise-fee", { payout: queued.id, amount }, { isDryRun });
    await expect(raise("0.02")).rejects.toThrow("waits for no block: it is queued");
    await world.work();
    world.chain.priceBase = 10n * FEE_BASE;
    await finish();
    const [, amount = ""] = /(\d+\.\d+) eth/.exec((await findShort())?.details ?? "") ?? [];
    await expect(raise("1000000")).rejects.toThrow("are missing in the account of fees; the surplus is");
    await expect(raise("much")).rejects.toThrow("--amount must be an amount like 0.5.");
    world.pay(world.walletOf(STRANGER), [{ amountBase: 30n * FEE_BASE, reference: null }], true);
    await story.mine(5);
    expect(await raise(amount, true)).toMatchObject({ isDone: false, isRepeat: false });
    const results = await Promise.all([raise(amount), raise(amount)]);
    expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
    expect(await raise("0.000000000000000001")).toMatchObject({ isDone: false, isRepeat: true });
    await finish();
    expect(await findShort()).toBeUndefined();
    await expectPaidOnce([queued]);
    world.chain.priceBase = USUAL_PRICE_BASE;
  });

  it("takes no number by the word of one host", async () => {
    const anna = await story.meetRich(2);
    story.world.endpoints[0].lie = { kind: "nonces" };
    const queued = await story.withdraw(anna, 1);
    await finish();
    await expectPaidOnce([queued]);
    expect(await story.readAttempts(queued)).toHaveLength(1);
  });

  it("gets another number once somebody else's transaction has its own for good", async () => {
    const { world } = story;
    const anna = await story.meetRich(2);
    const queued = await story.withdraw(anna, 1);
    await world.work();
    world.chain.forget();
    const tx = world.spend(story.units(0.1));
    await story.mine(1);
    expect(await story.readAttempts(queued)).toHaveLength(1);
    await story.mine(4);
    await story.operate("book-outgoing", { tx, against: `user:${anna}` });
    await story.mine(14);
    expect((await story.readAttempts(queued)).map(({ lost_at: lostAt }) => lostAt === null)).toEqual([false, true]);
    await expectPaidOnce([queued]);
  });
});

describe("a payout that ends by time", () => {
  const story = openStories("timed");
  const { finish, expectPaidOnce } = story;
  const expire = () => story.world.chain.mine(LIFE);
  /** Signs, and the network loses it. */
  async function signInVain(): Promise<void> {
    await story.createSender().step();
    story.world.chain.forget();
  }
  const countAttempts = async (queued: Queued) => (await story.readAttempts(queued)).length;

  it("is signed anew once it can no longer land, all that it pays in one, and nobody is paid twice", async () => {
    const anna = await story.meetRich(4);
    const queued = await story.withdrawEach(anna, 1, 1, 1);
    await signInVain();
    await story.createSender().step();
    story.world.chain.forget();
    expect(await Promise.all(queued.map(countAttempts))).toEqual([1, 1, 1]);
    const [early] = await story.readAttempts(queued[0] ?? { id: "" });
    expire();
    await finish();
    const attempts = await Promise.all(queued.map(story.readAttempts));
    expect(attempts.map((of) => of.map(({ lost_at: lostAt }) => lostAt === null))).toEqual(
      queued.map(() => [false, true]),
    );
    expect(new Set(attempts.map((of) => of.at(-1)?.tx_hash)).size).toBe(1);
    await story.world.connected.payouts?.broadcast(early?.raw ?? new Uint8Array());
    await finish();
    await expectPaidOnce(queued);
  });

  it("is not lost by the word of one host", async () => {
    const anna = await story.meetRich(2);
    const queued = await story.withdraw(anna, 1);
    await signInVain();
    story.world.endpoints[0].lie = { kind: "noPayouts" };
    await story.mine(3);
    expect(await story.readAttempts(queued)).toMatchObject([{ lost_at: null }]);
    story.world.makeHonest();
    await finish();
    await finish();
    await expectPaidOnce([queued]);
  });

  it("is back where another one would cost more than was agreed, and the bot says so", async () => {
    const anna = await story.meetRich(2);
    const queued = await story.withdraw(anna, 1);
    await signInVain();
    story.world.chain.priceBase = 3n * FEE_BASE;
    expire();
    await finish();
    expect(await story.readPayout(queued)).toBe("returned");
    expect(await story.readSum(anna)).toBe(2);
    expect(await story.readLetters(anna)).toContain("payoutReturned");
    story.world.chain.priceBase = USUAL_PRICE_BASE;
    await finish();
    expect(story.readArrived(queued)).toBe(0n);
  });

  it("is signed anew beyond a limit once, and then waits until that has room", async () => {
    const anna = await story.meetRich(8);
    const queued = await story.withdraw(anna, 7);
    for (const count of [1, 2, 2]) {
      // The first step finds what is lost.
      await story.createSender().step();
      await signInVain();
      expect(await countAttempts(queued)).toBe(count);
      expire();
    }
    story.world.pass(24 * 60 + 1);
    await finish();
    await expectPaidOnce([queued], 7);
  });

  it("is not signed twice where two processes find that it is lost", async () => {
    const anna = await story.meetRich(3);
    const queued = await story.withdrawEach(anna, 1, 1);
    await signInVain();
    expire();
    const other = story.createSender();
    const work = async () => {
      await other.step();
      await other.step();
    };
    await story.createSender({ after: { findTransaction: work } }).step();
    story.world.chain.forget();
    expire();
    // The first step finds what is lost.
    await story.createSender().step();
    await story.createSender({ after: { prepare: work } }).step();
    for (const payout of queued) {
      const attempts = await story.readAttempts(payout);
      expect(attempts.map(({ lost_at: lostAt }) => lostAt === null)).toEqual([false, false, true]);
    }
    await finish();
    await expectPaidOnce(queued);
  });

  it("counts the others of its transaction against the treasury and a person's day", async () => {
    const anna = await story.meetRich(14);
    const [first, second, third] = [
      await story.withdraw(anna, 5),
      await story.withdraw(anna, 5),
      await story.withdraw(anna, 4),
    ];
    await story.createSender().step();
    expect(await story.readPayout(third)).toBe("held: limit");
    await finish();
    expect([await story.readPayout(first), await story.readPayout(second)]).toEqual(["paid", "paid"]);
    await callAs(story.world.app, cancelPayout, anna, { body: { payoutId: third.id } });

    const ben = await story.meetRich(3);
    const queued = await story.withdrawEach(ben, 1, 1, 1);
    const fill = await story.drain((story.units(1) * 5n) / 2n);
    await story.createSender().step();
    expect(await Promise.all(queued.map(story.readPayout))).toEqual(["sending", "sending", "held: treasury"]);
    expect(new Set((await Promise.all(queued.map(story.readAttempts))).flat().map((one) => one.tx_hash)).size).toBe(1);
    await fill();
    await expectPaidOnce(queued);
  });

  it("leaves out what its owner takes back as it is prepared, and holds what a wallet does not take", async () => {
    const anna = await story.meetRich(5);
    const queued = await story.withdrawEach(anna, 1, 1, 1, 1);
    const [first, back, refused, last] = queued as [Queued, Queued, Queued, Queued];
    story.world.chain.closed.add(refused.to);
    const takeBack = () => callAs(story.world.app, cancelPayout, anna, { body: { payoutId: back.id } });
    await story.createSender({ after: { prepare: takeBack } }).step();
    expect(await Promise.all(queued.map(story.readPayout))).toEqual([
      "sending",
      "cancelled",
      "held: receiver",
      "sending",
    ]);
    await finish();
    await expectPaidOnce([first, last]);
    expect(story.readArrived(back)).toBe(0n);
    story.world.chain.closed.clear();
    story.world.pass(5);
    await story.mine(6);
    await expectPaidOnce([refused]);
    expect(await story.readSum(anna)).toBe(2);
  });

  it("of two of the same sum to one wallet pays each once, and cannot be booked by an operator", async () => {
    const anna = await story.meetRich(3);
    const first = await story.withdraw(anna, 1);
    const second = await story.withdraw(anna, 1, first.to);
    await finish();
    expect([await story.readPayout(first), await story.readPayout(second)]).toEqual(["paid", "paid"]);
    expect(story.readArrived(second)).toBe(2n * (story.units(1) - FEE_BASE));
    const [attempt] = await story.readAttempts(second);
    const values = { tx: attempt?.tx_hash ?? "", against: "fees" };
    await expect(story.operate("book-outgoing", values)).rejects.toThrow(/^Payout .+ books /u);
  });

  it("that is lost and frozen keeps nobody else's back, however many there are, and is paid once it is free", async () => {
    const [anna, ben] = [await story.meetRich(5), await story.meetRich(2)];
    const lost = await story.withdrawEach(anna, ...Array.from({ length: 16 }, () => 0.25));
    for (let round = 0; round < 4; round += 1) await story.createSender().step();
    story.world.chain.forget();
    expire();
    await story.operate("freeze", { scope: `person:${anna}` });
    await story.createSender().step();
    const queued = await story.withdraw(ben, 1);
    await finish();
    await expectPaidOnce([queued]);
    await story.operate("unfreeze", { scope: `person:${anna}` });
    await finish();
    await finish();
    await expectPaidOnce(lost, 0.25);
    expect(await story.readSum(anna)).toBe(1);
  });
});
