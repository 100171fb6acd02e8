import { describe, expect, it } from "vitest";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { USUAL_PRICE_BASE } from "#tests/model/chain.ts";
import type { Shape } from "#tests/model/endpoints.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { callAs } from "#tests/support/story.ts";
import { LIFE, openStories, type Queued } from "./openStories.ts";

describe.each<Shape>(["numbered", "timed"])("a payout on a %s chain", (shape) => {
  const story = openStories(shape);
  const { finish, expectPaidOnce } = story;

  it("waits for the fee while the network asks for more than was agreed, and goes on when that has fallen", async () => {
    const anna = await story.meetRich(2);
    story.world.chain.priceBase = 10n * FEE_BASE;
    const queued = await story.withdraw(anna, 1);
    await story.mine(2);
    expect(await story.readPayout(queued)).toBe("held: fee");
    expect(await story.readLetters(anna)).toContain("payoutHeld");
    story.world.chain.priceBase = USUAL_PRICE_BASE;
    await story.mine(14);
    await expectPaidOnce([queued]);
  });

  it("waits for the treasury while that is too small, and goes on once it is filled", async () => {
    const anna = await story.meetRich(2);
    const queued = await story.withdraw(anna, 1);
    const fill = await story.drain(story.units(1) / 2n);
    await story.createSender().step();
    expect(await story.readPayout(queued)).toBe("held: treasury");
    await fill();
    await expectPaidOnce([queued]);
  });

  it("is not covered by what another one takes that is booked during a slow reading of the treasury", async () => {
    const anna = await story.meetRich(3);
    const fill = await story.drain((story.units(1) * 3n) / 2n);
    const first = await story.withdraw(anna, 1);
    await story.createSender().step();
    const second = await story.withdraw(anna, 1);
    const bookFirst = async () => {
      story.world.chain.mine(4);
      await story.createSender().step();
      expect(await story.readPayout(first)).toBe("paid");
    };
    await story.createSender({ after: { readSender: bookFirst } }).step();
    expect(await story.readPayout(second)).toBe("held: treasury");
    expect(await story.readAttempts(second)).toEqual([]);
    await fill();
    await expectPaidOnce([first, second]);
  });

  it("is paid or given back where its owner takes it back as it is signed, never both", async () => {
    const anna = await story.meetRich(7);
    let backs = 0;
    for (let round = 0; round < 6; round += 1) {
      const queued = await story.withdraw(anna, 1);
      const [, isBack] = await Promise.all([
        story.createSender().step(),
        callAs(story.world.app, cancelPayout, anna, { body: { payoutId: queued.id } }).then(
          () => true,
          () => false,
        ),
      ]);
      await finish();
      expect(await story.readPayout(queued)).toBe(isBack ? "cancelled" : "paid");
      expect(story.readArrived(queued)).toBe(isBack ? 0n : story.units(1) - FEE_BASE);
      backs += isBack ? 1 : 0;
    }
    expect(await story.readSum(anna)).toBe(1 + backs);
  });

  it("is paid once with two processes at work", async () => {
    const anna = await story.meetRich(4);
    const queued = await story.withdrawEach(anna, 1, 1, 1);
    const [one, other] = [story.createSender(), story.createSender()];
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([one.step(), other.step()]);
      story.world.chain.mine(1);
    }
    await finish();
    await expectPaidOnce(queued);
    for (const payout of queued) expect(await story.readAttempts(payout)).toHaveLength(1);
  });

  it("is paid once, wherever the process dies, also where what it signed is lost meanwhile", async () => {
    const anna = await story.meetRich(9);
    const { world } = story;
    const queued: Queued[] = [];
    const MOST = 60;
    for (let dieAt = 1; dieAt <= MOST; dieAt += 1) {
      queued.push(...(await story.withdrawEach(anna, 0.1)));
      // As it is signed, as a block has it, and as it is final.
      for (const blocks of [0, 1, 2]) {
        world.chain.mine(blocks);
        await world.asDying(dieAt, (app) => story.createSender({}, app).step());
      }
      if (dieAt % 3 === 0) world.chain.forget();
    }
    const cut = () => Promise.reject(new Error("the process is dead"));
    await story
      .createSender({ before: { broadcast: cut } })
      .step()
      .catch(() => undefined);
    await finish();
    await story.mine(LIFE);
    await finish();
    await expectPaidOnce(queued, 0.1);
    expect(await story.readSum(anna)).toBe(3);
  });

  it("holds up nobody else's where it cannot be prepared, and is paid once it can", async () => {
    const anna = await story.meetRich(8);
    // More than a step signs.
    const stuck = await story.withdrawEach(anna, ...Array.from({ length: shape === "numbered" ? 51 : 17 }, () => 0.1));
    const queued = await story.withdraw(anna, 1);
    const refuse = (asked: string) => {
      if (stuck.some(({ to }) => asked.includes(to))) throw new Error("nobody can read the receiver");
    };
    const poisoned = story.createSender({ before: { prepare: refuse } });
    for (let round = 0; round < 8; round += 1) {
      await poisoned.step().catch(() => undefined);
      story.world.chain.mine(1);
    }
    await expectPaidOnce([queued]);
    expect(new Set(await Promise.all(stuck.map(story.readPayout)))).toEqual(new Set(["queued"]));
    for (let round = 0; round < 7; round += 1) {
      story.world.pass(30);
      await story.mine(3);
    }
    await expectPaidOnce(stuck, 0.1);
  });

  it("holds up nobody else's where it cannot be followed", async () => {
    const anna = await story.meetRich(4);
    const stuck = await story.withdraw(anna, 1);
    await story.createSender().step();
    const [attempt] = await story.readAttempts(stuck);
    const refuse = (asked: string) => {
      if (asked.includes(attempt!.tx_hash)) throw new Error("nonsense");
    };
    const blind = story.createSender({ before: { findTransaction: refuse } });
    const other = await story.withdraw(anna, 1);
    for (let round = 0; round < 6; round += 1) {
      await blind.step();
      story.world.chain.mine(1);
    }
    expect([await story.readPayout(stuck), await story.readPayout(other)]).toEqual(["sending", "paid"]);
    await finish();
    await expectPaidOnce([stuck, other]);
  });
});
