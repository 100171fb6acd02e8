import { describe, expect, it } from "vitest";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { USUAL_PRICE_BASE } from "#tests/model/chain.ts";
import type { Shape } from "#tests/model/endpoints.ts";
import { FEE_BASE } from "#tests/model/payouts.ts";
import { callAs } from "#tests/support/story.ts";
import { openStories } from "./openStories.ts";

/** Longer than a transaction that ends by time can land. */
const LIFE = 12;
/** A payout that the network lost is sent again after this. */
const AGAIN_MINUTES = 1;

interface Queued {
  id: string;
  to: string;
}

/** What every story of payouts tells with. */
function openPayouts(shape: Shape) {
  const story = openStories(shape);
  const readArrived = ({ to }: Queued) => story.world.chain.readHolding(to);

  /** Somebody with so much in the balance, when the limits have room again. */
  const meetRich = async (amount: number): Promise<bigint> => {
    const person = await story.meet();
    await story.fill(person, amount);
    story.world.pass(24 * 60);
    await story.mine(4);
    return person;
  };
  const queue = async (person: bigint, amount: number): Promise<Queued> => {
    // The order of their age.
    story.world.clock.advance(1);
    return story.withdraw(person, amount);
  };
  const queueAll = async (person: bigint, ...amounts: number[]): Promise<Queued[]> => {
    const queued: Queued[] = [];
    for (const amount of amounts) queued.push(await queue(person, amount));
    return queued;
  };
  /** Until the network has had time for all of it. */
  const finish = async (): Promise<void> => {
    await story.mine(3);
    story.world.pass(AGAIN_MINUTES);
    await story.mine(6);
  };
  const expectPaidOnce = async (payouts: readonly Queued[], amount = 1): Promise<void> => {
    for (const payout of payouts) {
      expect(await story.readPayout(payout)).toBe("paid");
      expect(readArrived(payout)).toBe(story.units(amount) - FEE_BASE);
    }
  };
  return { story, readArrived, meetRich, queue, queueAll, finish, expectPaidOnce };
}

describe.each<Shape>(["numbered", "timed"])("a payout on a %s chain", (shape) => {
  const at = openPayouts(shape);
  const { story, finish, expectPaidOnce } = at;

  it("waits for the fee while the network asks for more than was agreed, and goes on when that has fallen", async () => {
    const anna = await at.meetRich(2);
    story.world.chain.priceBase = 10n * FEE_BASE;
    const queued = await at.queue(anna, 1);
    await story.mine(2);
    expect(await story.readPayout(queued)).toBe("held: fee");
    expect(await story.readLetters(anna)).toContain("payoutHeld");
    story.world.chain.priceBase = USUAL_PRICE_BASE;
    await story.mine(14);
    await expectPaidOnce([queued]);
  });

  it("waits for the treasury while that is too small, and goes on once it is filled", async () => {
    const anna = await at.meetRich(2);
    const queued = await at.queue(anna, 1);
    const fill = await story.drain(story.units(1) / 2n);
    await story.createSender().step();
    expect(await story.readPayout(queued)).toBe("held: treasury");
    await fill();
    await expectPaidOnce([queued]);
  });

  it("is not covered by what another one takes that is booked during a slow reading of the treasury", async () => {
    const anna = await at.meetRich(3);
    const fill = await story.drain((story.units(1) * 3n) / 2n);
    const first = await at.queue(anna, 1);
    await story.createSender().step();
    const second = await at.queue(anna, 1);
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
    const anna = await at.meetRich(7);
    let backs = 0;
    for (let round = 0; round < 6; round += 1) {
      const queued = await at.queue(anna, 1);
      const [, isBack] = await Promise.all([
        story.createSender().step(),
        callAs(story.world.app, cancelPayout, anna, { body: { payoutId: queued.id } }).then(
          () => true,
          () => false,
        ),
      ]);
      await finish();
      expect(await story.readPayout(queued)).toBe(isBack ? "cancelled" : "paid");
      expect(at.readArrived(queued)).toBe(isBack ? 0n : story.units(1) - FEE_BASE);
      backs += isBack ? 1 : 0;
    }
    expect(await story.readSum(anna)).toBe(1 + backs);
  });

  it("is paid once with two processes at work", async () => {
    const anna = await at.meetRich(4);
    const queued = await at.queueAll(anna, 1, 1, 1);
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
    const anna = await at.meetRich(9);
    const { world } = story;
    const queued: Queued[] = [];
    const MOST = 60;
    for (let dieAt = 1; dieAt <= MOST; dieAt += 1) {
      queued.push(...(await at.queueAll(anna, 0.1)));
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
    const [anna, ben] = [await at.meetRich(8), await at.meetRich(2)];
    // More than a step signs.
    const stuck = await at.queueAll(anna, ...Array.from({ length: shape === "numbered" ? 51 : 17 }, () => 0.1));
    const queued = await at.queue(ben, 1);
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
    for (let round = 0; round < 5; round += 1) {
      story.world.pass(30);
      await story.mine(3);
    }
    await expectPaidOnce(stuck, 0.1);
  });

  it("holds up nobody else's where it cannot be followed", async () => {
    const anna = await at.meetRich(4);
    const stuck = await at.queue(anna, 1);
    await story.createSender().step();
    const [attempt] = await story.readAttempts(stuck);
    const refuse = (asked: string) => {
      if (asked.includes(attempt!.tx_hash)) throw new Error("nonsense");
    };
    const blind = story.createSender({ before: { findTransaction: refuse } });
    const other = await at.queue(anna, 1);
    for (let round = 0; round < 6; round += 1) {
      await blind.step();
      story.world.chain.mine(1);
    }
    expect([await story.readPayout(stuck), await story.readPayout(other)]).toEqual(["sending", "paid"]);
    await finish();
    await expectPaidOnce([stuck, other]);
  });
});

describe("a payout by number", () => {
  const at = openPayouts("numbered");
  const { story, finish, expectPaidOnce } = at;

  it("that blocks find too cheap is displaced by one that pays more, and arrives once", async () => {
    const anna = await at.meetRich(2);
    const queued = await at.queue(anna, 1);
    await story.world.work();
    story.world.chain.priceBase = FEE_BASE - 100n;
    await finish();
    const attempts = await story.readAttempts(queued);
    expect(attempts).toHaveLength(2);
    expect(attempts[1]?.sequence).toBe(attempts[0]?.sequence);
    await expectPaidOnce([queued]);
    story.world.chain.priceBase = USUAL_PRICE_BASE;
  });

  it("that nothing agreed moves waits with an alarm, until an operator adds to its fee", async () => {
    const { world } = story;
    const anna = await at.meetRich(2);
    const queued = await at.queue(anna, 1);
    await world.work();
    world.chain.priceBase = 1_000n * FEE_BASE;
    await finish();
    const listAlarms = async () => (await findAlarms(world.app, [], 0)).map(({ kind }) => kind);
    expect(await listAlarms()).toContain("feeShort");
    expect(await story.readPayout(queued)).toBe("sending");
    world.chain.priceBase = USUAL_PRICE_BASE;
    await finish();
    expect(await listAlarms()).not.toContain("feeShort");
    await expectPaidOnce([queued]);
  });

  it("takes no number by the word of one host", async () => {
    const anna = await at.meetRich(2);
    story.world.endpoints[0].lie = { kind: "nonces" };
    const queued = await at.queue(anna, 1);
    await finish();
    await expectPaidOnce([queued]);
    expect(await story.readAttempts(queued)).toHaveLength(1);
  });

  it("gets another number once somebody else's transaction has its own for good", async () => {
    const { world } = story;
    const anna = await at.meetRich(2);
    const queued = await at.queue(anna, 1);
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
  const at = openPayouts("timed");
  const { story, finish, expectPaidOnce } = at;
  const expire = () => story.world.chain.mine(LIFE);
  /** Signs, and the network loses it. */
  async function signInVain(): Promise<void> {
    await story.createSender().step();
    story.world.chain.forget();
  }
  const countAttempts = async (queued: Queued) => (await story.readAttempts(queued)).length;

  it("is signed anew once it can no longer land, all that it pays in one, and nobody is paid twice", async () => {
    const anna = await at.meetRich(4);
    const queued = await at.queueAll(anna, 1, 1, 1);
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
    const anna = await at.meetRich(2);
    const queued = await at.queue(anna, 1);
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
    const anna = await at.meetRich(2);
    const queued = await at.queue(anna, 1);
    await signInVain();
    story.world.chain.priceBase = 3n * FEE_BASE;
    expire();
    await finish();
    expect(await story.readPayout(queued)).toBe("returned");
    expect(await story.readSum(anna)).toBe(2);
    expect(await story.readLetters(anna)).toContain("payoutReturned");
    story.world.chain.priceBase = USUAL_PRICE_BASE;
    await finish();
    expect(at.readArrived(queued)).toBe(0n);
  });

  it("is signed anew beyond a limit once, and then waits until that has room", async () => {
    const anna = await at.meetRich(8);
    const queued = await at.queue(anna, 7);
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
    const anna = await at.meetRich(3);
    const queued = await at.queueAll(anna, 1, 1);
    await signInVain();
    expire();
    const other = story.createSender();
    const work = async () => {
      await other.step();
      await other.step();
    };
    await story.createSender({ after: { findTransaction: work } }).step();
    await story.createSender({ after: { prepare: work } }).step();
    for (const payout of queued) {
      const attempts = await story.readAttempts(payout);
      expect(attempts.map(({ lost_at: lostAt }) => lostAt === null)).toEqual([false, true]);
    }
    await finish();
    await expectPaidOnce(queued);
  });

  it("counts the others of its transaction against the treasury and a person's day", async () => {
    const anna = await at.meetRich(14);
    const [first, second, third] = [await at.queue(anna, 5), await at.queue(anna, 5), await at.queue(anna, 4)];
    await story.createSender().step();
    expect(await story.readPayout(third)).toBe("held: limit");
    await finish();
    expect([await story.readPayout(first), await story.readPayout(second)]).toEqual(["paid", "paid"]);
    await callAs(story.world.app, cancelPayout, anna, { body: { payoutId: third.id } });

    const ben = await at.meetRich(3);
    const queued = await at.queueAll(ben, 1, 1, 1);
    const fill = await story.drain((story.units(1) * 5n) / 2n);
    await story.createSender().step();
    expect(await Promise.all(queued.map(story.readPayout))).toEqual(["sending", "sending", "held: treasury"]);
    expect(new Set((await Promise.all(queued.map(story.readAttempts))).flat().map((one) => one.tx_hash)).size).toBe(1);
    await fill();
    await expectPaidOnce(queued);
  });

  it("leaves out what its owner takes back as it is prepared, and holds what a wallet does not take", async () => {
    const anna = await at.meetRich(5);
    const queued = await at.queueAll(anna, 1, 1, 1, 1);
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
    expect(at.readArrived(back)).toBe(0n);
    story.world.chain.closed.clear();
    story.world.pass(5);
    await story.mine(6);
    await expectPaidOnce([refused]);
    expect(await story.readSum(anna)).toBe(2);
  });

  it("of two of the same sum to one wallet pays each once, and cannot be booked by an operator", async () => {
    const anna = await at.meetRich(3);
    const first = await at.queue(anna, 1);
    const second = await story.withdraw(anna, 1, first.to);
    await finish();
    expect([await story.readPayout(first), await story.readPayout(second)]).toEqual(["paid", "paid"]);
    expect(at.readArrived(second)).toBe(2n * (story.units(1) - FEE_BASE));
    const [attempt] = await story.readAttempts(second);
    const values = { tx: attempt?.tx_hash ?? "", against: "fees" };
    await expect(story.operate("book-outgoing", values)).rejects.toThrow(/^Payout .+ books /u);
  });

  it("that is lost and frozen keeps nobody else's back, however many there are, and is paid once it is free", async () => {
    const [anna, ben] = [await at.meetRich(5), await at.meetRich(2)];
    const lost = await at.queueAll(anna, ...Array.from({ length: 16 }, () => 0.25));
    for (let round = 0; round < 4; round += 1) await story.createSender().step();
    story.world.chain.forget();
    expire();
    await story.operate("freeze", { scope: `person:${anna}` });
    await story.createSender().step();
    const queued = await at.queue(ben, 1);
    await finish();
    await expectPaidOnce([queued]);
    await story.operate("unfreeze", { scope: `person:${anna}` });
    await finish();
    await finish();
    await expectPaidOnce(lost, 0.25);
    expect(await story.readSum(anna)).toBe(1);
  });
});
