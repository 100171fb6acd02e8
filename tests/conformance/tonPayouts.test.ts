import { Address, beginCell, Dictionary, toNano } from "@ton/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExpiryRoute } from "#server/chains/payoutRoute.ts";
import { readState } from "#server/db/jobState.ts";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { startTonLab, type TonLab } from "#tests/support/chains/tonLab.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { describePayouts } from "./describePayouts.ts";
import { paysMany } from "./paysMany.ts";

/** The parameter with the prices of gas in workchain 0, and what is before that of a unit, in bits. */
const GAS_PRICES = 21;
const PRICE_PLACE = 144;

/** Longer than a message can land. */
const EXPIRY_MS = 400_000;

describePayouts(
  "TON from a wallet v4r2",
  (clock) => startTonLab(clock, { kind: "v4r2" }),
  (getDesk) => paysMany(4, getDesk),
);

describePayouts(
  "TON",
  (clock) => startTonLab(clock),
  (getDesk) => {
    paysMany(50, getDesk);

    it("is priced by the chain, and held where the agreed fee could not pay it, so that no batch takes what others left", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const { chain } = lab;
      const known = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), chain.config);
      const prices = known.get(GAS_PRICES);
      if (prices === undefined) throw new Error("a chain has prices");
      const slice = prices.beginParse();
      const [before, gasPrice] = [slice.loadBits(PRICE_PLACE), slice.loadUintBig(64)];
      const dearer = beginCell()
        .storeBits(before)
        .storeUint(gasPrice * 5n, 64)
        .storeSlice(slice)
        .endCell();
      const payoutIds = [await desk.queue(), await desk.queue()];
      const offer = async () =>
        (await requireExpiryRoute(desk.chain).prepare([{ to: desk.chain.treasuryAddress, amountBase: 1n }])).offers;
      expect(await offer()).toEqual([{ offeredBase: lab.feeBase, leastBase: 5_000_000n }]);
      chain.configure(GAS_PRICES, dearer);
      expect(await offer()).toEqual([{ offeredBase: lab.feeBase * 5n, leastBase: 25_000_000n }]);
      await desk.sender.step();
      for (const payoutId of payoutIds) {
        expect(await desk.readPayout(payoutId)).toMatchObject({ status: "held", held_reason: "fee" });
      }
      chain.configure(GAS_PRICES, prices);
      desk.app.clock.advance(61_000);
      await lab.advance(1);
      await desk.finish(...payoutIds);
      expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
    });

    it("signs what has expired anew, all that it pays in one, by the word of two endpoints, and pays nobody twice", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const payoutIds = [await desk.queue(), await desk.queue()];
      await desk.sender.step();
      await lab.forget();
      const [liar] = lab.endpoints;
      liar.setLie({ kind: "laterTimes" });
      await lab.advance(3);
      await desk.sender.step();
      expect(await desk.readAttempts(...payoutIds)).toMatchObject([{ lost_at: null }, { lost_at: null }]);
      liar.setLie(null);
      desk.app.clock.advance(EXPIRY_MS);
      await lab.advance(3);
      await desk.finish(...payoutIds);
      const attempts = await desk.readAttempts(...payoutIds);
      expect(attempts.map(({ lost_at: lostAt }) => lostAt === null)).toEqual([false, true, false, true]);
      const [early, late] = attempts;
      expect(new Set(attempts.map(({ tx_hash: txHash }) => txHash))).toEqual(new Set([early?.tx_hash, late?.tx_hash]));
      await requireExpiryRoute(desk.chain).broadcast(early?.raw ?? new Uint8Array());
      await desk.advance(3);
      expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
    });

    it("leaves the next message to the next step where another process has signed one", async () => {
      const desk = getDesk();
      const route = requireExpiryRoute(desk.chain);
      const [first, second] = [await desk.queue(), await desk.queue()];
      const create = (changed: Partial<ExpiryRoute>) =>
        desk.createSender({ ...desk.chain, payouts: { ...route, ...changed } });
      const other = create({ prepare: (group) => route.prepare(group.slice(0, 1)) });
      const slow = create({
        async prepare(group) {
          const prepared = await route.prepare(group);
          await other.step();
          return prepared;
        },
      });
      await slow.step();
      expect(await desk.readAttempts(first)).toHaveLength(1);
      expect(await desk.readAttempts(second)).toEqual([]);
      await desk.finish(first, second);
    });

    it.each([
      ["the others back, each its own fee less, where the wallet skipped them", 1, ["paid", "returned", "returned"]],
      [
        "all back, less their shares of the fee, where the wallet could send none on",
        0,
        ["returned", "returned", "returned"],
      ],
    ] as const)("gives the money of %s for lack of coins", async (_, sent, statuses) => {
      const desk = getDesk();
      const { lab } = desk;
      const first = await desk.queue();
      const { to_address: receiver, gross_base: grossBase, fee_base: feeBase } = await desk.readPayout(first);
      const payoutIds = [first, await desk.queue(grossBase, receiver), await desk.queue()];
      await desk.sender.step();
      const taken = (await desk.readTreasury()) - BigInt(sent) * grossBase - toNano("0.02");
      await lab.adjustTreasury(-taken);
      await lab.advance(3);
      await lab.adjustTreasury(taken);
      await lab.advance(3);
      await desk.finish(...payoutIds);
      const payouts = await Promise.all(payoutIds.map((payoutId) => desk.readPayout(payoutId)));
      expect(payouts.map(({ status }) => status)).toEqual(statuses);
      expect(await desk.readArrived(first)).toBe(BigInt(sent) * (grossBase - feeBase));
      const lostBase = payouts.slice(sent).reduce((sum, payout) => sum + (payout.spent_base ?? 0n), 0n);
      expect(lostBase).toBeGreaterThan(0n);
      expect(await desk.balanceOf(desk.anna)).toBe(10n * lab.grossBase - BigInt(sent) * grossBase - lostBase);
    });

    it("signs nothing by the clock of one endpoint alone", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const payoutId = await desk.queue();
      lab.endpoints[0].setLie({ kind: "laterTimes" });
      await desk.sender.step().catch(() => undefined);
      expect(await desk.readPayoutStatus(payoutId)).toBe("queued");
      lab.endpoints[0].setLie(null);
      await desk.finish(payoutId);
      expect(await desk.listUnpaid(payoutId)).toEqual([]);
    });

    it("offers nothing to an address on the masterchain, and signs for the others", async () => {
      const { lab, chain } = getDesk();
      const [inside, outside] = [new Address(0, Buffer.alloc(32, 0x45)), new Address(-1, Buffer.alloc(32, 0x45))];
      lab.chain.fund(outside, toNano(1));
      const terms = [outside, inside].map((to) => ({ to: to.toString({ bounceable: false }), amountBase: 5n }));
      const prepared = await requireExpiryRoute(chain).prepare(terms);
      expect(prepared.offers).toMatchObject([null, { offeredBase: lab.feeBase }]);
    });

    it("pays an address that holds coins and no code", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const receiver = new Address(0, Buffer.alloc(32, 0x44));
      lab.chain.fund(receiver, toNano(1));
      const payoutId = await desk.queue(lab.grossBase, receiver.toString({ bounceable: false }));
      await desk.finish(payoutId);
      expect(await desk.readPayoutStatus(payoutId)).toBe("paid");
      expect(await desk.readArrived(payoutId)).toBe(toNano(1) + lab.grossBase - lab.feeBase);
    });
  },
);

describe("what receiving costs the treasury", () => {
  let desk: ChainDesk<TonLab>;

  beforeAll(async () => {
    desk = await ChainDesk.open("upkeep", startTonLab);
    await desk.begin();
  });
  afterAll(() => desk.stop());

  async function readOwed(): Promise<bigint> {
    return BigInt((await readState(desk.database.kysely, "owedUpkeep:ton")) ?? 0);
  }
  async function readBooked(kind: string): Promise<bigint[]> {
    const lines = await desk.database.kysely
      .selectFrom("ledger_entry")
      .select("amount_base")
      .where("kind", "=", kind)
      .where("amount_base", ">", 0n)
      .orderBy("created_at")
      .execute();
    return lines.map((line) => line.amount_base);
  }

  it("is owed and no shortfall while no fees pay it", async () => {
    await desk.fill(toNano(2));
    expect(await readOwed()).toBeGreaterThan(0n);
    expect(await readBooked("upkeep")).toEqual([]);
    expect(desk.alarms).not.toContain("the treasury holds less than the books: sends, openings and payouts stop");
    expect(await findBreaches(desk.database)).toEqual([]);
  });

  it("leaves dust that stops nothing, while more than that does", async () => {
    const shortfall = "the treasury holds less than the books: sends, openings and payouts stop";
    const dustBase = (await readOwed()) / 200n;
    expect(dustBase).toBeGreaterThan(0n);
    await desk.lab.adjustTreasury(-dustBase);
    await desk.advance(4);
    expect(desk.alarms).not.toContain(shortfall);
    await desk.lab.adjustTreasury(-10n * dustBase);
    await desk.advance(4);
    expect(desk.alarms).toContain(shortfall);
    await desk.lab.adjustTreasury(11n * dustBase);
    await desk.advance(4);
  });

  it("is not paid by a surplus that is too small for it, and is paid by one that an operator adds", async () => {
    const owed = await readOwed();
    await desk.lab.adjustTreasury(5n);
    await desk.advance(4);
    expect(await readOwed()).toBe(owed);
    expect(await readBooked("surplus")).toEqual([5n]);
    await desk.lab.adjustTreasury(toNano(1));
    await desk.advance(4);
    expect(await readOwed()).toBe(0n);
    expect(await readBooked("surplus")).toEqual([5n, toNano(1) - owed]);
  });

  it("is paid by what payouts leave of their fees", async () => {
    await desk.finish(await desk.queue(toNano(1)));
    await desk.fill(toNano(1));
    expect(await readOwed()).toBe(0n);
    expect(await readBooked("upkeep")).toHaveLength(1);
    expect(await findBreaches(desk.database)).toEqual([]);
  });
});

describe("a treasury that is not deployed", () => {
  let desk: ChainDesk<TonLab>;

  beforeAll(async () => {
    desk = await ChainDesk.open("undeployed", (clock) => startTonLab(clock, { isDeployed: false }));
    await desk.begin();
  });
  afterAll(() => desk.stop());

  it("is deployed by its first payout, and pays the next one too", async () => {
    await desk.fill(toNano(3));
    // It sends back what is bounceable, and pays for its place in the chain itself.
    const stranger = await desk.lab.createWallet();
    await stranger.send({ to: desk.lab.treasury.address, amountBase: toNano("0.02"), bounce: true });
    await desk.advance(4);
    expect([...desk.alarms, ...desk.warnings]).toEqual([]);
    for (const gross of [toNano(1), toNano("0.5")]) {
      const payoutId = await desk.queue(gross);
      await desk.finish(payoutId);
      expect(await desk.listUnpaid(payoutId)).toEqual([]);
    }
    await desk.advance(4);
    expect(await findBreaches(desk.database)).toEqual([]);
  });
});
