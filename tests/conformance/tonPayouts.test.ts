import { Address, beginCell, Dictionary, toNano } from "@ton/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { readState } from "#server/db/jobState.ts";
import { startTonPayoutLab, type TonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { describePayouts } from "./describePayouts.ts";

/** The parameter with the prices of gas in workchain 0, and what is before that of a unit, in bits. */
const GAS_PRICES = 21;
const PRICE_PLACE = 144;

describePayouts("TON", { startLab: startTonPayoutLab }, (getScene) => {
  it("is priced by the chain, and held where the agreed fee could not pay it, so that no batch takes what others left", async () => {
    const { lab, anna, step, finish } = getScene();
    const { chain } = lab.lab;
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
    const payoutIds = [await lab.queue(anna, lab.grossBase), await lab.queue(anna, lab.grossBase)];
    const offer = async () =>
      (await requireExpiryRoute(lab.chain).prepare([{ to: lab.chain.treasuryAddress, amountBase: 1n }])).offers;
    expect(await offer()).toEqual([{ offeredBase: lab.feeBase, leastBase: 5_000_000n }]);
    chain.configure(GAS_PRICES, dearer);
    expect(await offer()).toEqual([{ offeredBase: lab.feeBase * 5n, leastBase: 25_000_000n }]);
    await step();
    for (const payoutId of payoutIds) {
      expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "fee" });
    }
    chain.configure(GAS_PRICES, prices);
    lab.app.clock.advance(61_000);
    await lab.lab.advance(1);
    for (const payoutId of payoutIds) {
      await finish(payoutId);
      expect(await lab.readStatus(payoutId)).toBe("paid");
    }
  });

  it("gives the money back, less the fee that is gone, when the wallet skipped the transfer for lack of coins", async () => {
    const { lab, anna, depositBase, step, finish } = getScene();
    const taken = lab.readTreasury() - toNano("0.1");
    const payoutId = await lab.queue(anna, lab.grossBase);
    await step();
    lab.adjustTreasury(-taken);
    await lab.lab.advance(3);
    lab.adjustTreasury(taken);
    await lab.lab.advance(3);
    await finish(payoutId);
    const payout = await lab.read(payoutId);
    expect(payout.status).toBe("returned");
    expect(await lab.readArrived(payoutId)).toBe(0n);
    expect(await lab.readBalance(anna)).toBe(depositBase - (payout.spent_base ?? 0n));
  });

  it("signs nothing by the clock of one endpoint alone", async () => {
    const { lab, anna, step, finish } = getScene();
    const payoutId = await lab.queue(anna, lab.grossBase);
    lab.lab.endpoints[0].setLie({ kind: "laterTimes" });
    await step().catch(() => undefined);
    expect(await lab.readStatus(payoutId)).toBe("queued");
    lab.lab.endpoints[0].setLie(null);
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
  });

  it("offers nothing to an address on the masterchain, and signs for the others", async () => {
    const { lab } = getScene();
    const [inside, outside] = [new Address(0, Buffer.alloc(32, 0x45)), new Address(-1, Buffer.alloc(32, 0x45))];
    lab.lab.chain.fund(outside, toNano(1));
    const terms = [outside, inside].map((to) => ({ to: to.toString({ bounceable: false }), amountBase: 5n }));
    const prepared = await requireExpiryRoute(lab.chain).prepare(terms);
    expect(prepared.offers).toMatchObject([null, { offeredBase: lab.feeBase }]);
  });

  it("pays an address that holds coins and no code", async () => {
    const { lab, anna, finish } = getScene();
    const receiver = new Address(0, Buffer.alloc(32, 0x44));
    lab.lab.chain.fund(receiver, toNano(1));
    const payoutId = await lab.queue(anna, lab.grossBase, receiver.toString({ bounceable: false }));
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(await lab.readArrived(payoutId)).toBe(toNano(1) + lab.grossBase - lab.feeBase);
  });
});

describe("what receiving costs the treasury", () => {
  let database: Database;
  let lab: TonPayoutLab;

  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startTonPayoutLab(database, "upkeep");
  });
  afterAll(async () => {
    await lab.stop();
    await database.close();
  });

  async function readOwed(): Promise<bigint> {
    return BigInt((await readState(database.kysely, "owedUpkeep:ton")) ?? 0);
  }
  async function readBooked(kind: string): Promise<bigint[]> {
    const lines = await database.kysely
      .selectFrom("ledger_entry")
      .select("amount_base")
      .where("kind", "=", kind)
      .where("amount_base", ">", 0n)
      .orderBy("created_at")
      .execute();
    return lines.map((line) => line.amount_base);
  }

  it("is owed and no shortfall while no fees pay it", async () => {
    await lab.deposit(1n, toNano(2));
    expect(await readOwed()).toBeGreaterThan(0n);
    expect(await readBooked("upkeep")).toEqual([]);
    expect(lab.logged).not.toContain("the treasury holds less than the books: sends, openings and payouts stop");
    expect(await findBreaches(database)).toEqual([]);
  });

  it("leaves dust that stops nothing, while more than that does", async () => {
    const shortfall = "the treasury holds less than the books: sends, openings and payouts stop";
    const dustBase = (await readOwed()) / 200n;
    expect(dustBase).toBeGreaterThan(0n);
    lab.adjustTreasury(-dustBase);
    await lab.mine(4);
    expect(lab.logged).not.toContain(shortfall);
    lab.adjustTreasury(-10n * dustBase);
    await lab.mine(4);
    expect(lab.logged).toContain(shortfall);
    lab.adjustTreasury(11n * dustBase);
    await lab.mine(4);
  });

  it("is not paid by a surplus that is too small for it, and is paid by one that an operator adds", async () => {
    const owed = await readOwed();
    lab.adjustTreasury(5n);
    await lab.mine(4);
    expect(await readOwed()).toBe(owed);
    expect(await readBooked("surplus")).toEqual([5n]);
    lab.adjustTreasury(toNano(1));
    await lab.mine(4);
    expect(await readOwed()).toBe(0n);
    expect(await readBooked("surplus")).toEqual([5n, toNano(1) - owed]);
  });

  it("is paid by what payouts leave of their fees", async () => {
    const sender = lab.createSender();
    const payoutId = await lab.queue(1n, toNano(1));
    for (let round = 0; round < 8 && (await lab.readStatus(payoutId)) !== "paid"; round += 1) {
      await sender.step();
      await lab.mine(1);
    }
    await lab.deposit(2n, toNano(1));
    expect(await readOwed()).toBe(0n);
    expect(await readBooked("upkeep")).toHaveLength(1);
    expect(await findBreaches(database)).toEqual([]);
  });
});

describe("a treasury that is not deployed", () => {
  let database: Database;
  let lab: TonPayoutLab;

  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startTonPayoutLab(database, "undeployed", { isDeployed: false });
  });
  afterAll(async () => {
    await lab.stop();
    await database.close();
  });

  it("is deployed by its first payout, and pays the next one too", async () => {
    await lab.deposit(7n, toNano(3));
    // It sends back what is bounceable, and pays for its place in the chain itself.
    const stranger = await lab.lab.createWallet();
    await stranger.send({ to: lab.lab.treasury.address, amountBase: toNano("0.02"), bounce: true });
    await lab.mine(4);
    expect(lab.logged).toEqual([]);
    const sender = lab.createSender();
    for (const gross of [toNano(1), toNano("0.5")]) {
      const payoutId = await lab.queue(7n, gross);
      for (let round = 0; round < 8 && (await lab.readStatus(payoutId)) !== "paid"; round += 1) {
        await sender.step();
        await lab.mine(1);
      }
      expect(await lab.readStatus(payoutId)).toBe("paid");
      expect(await lab.readArrived(payoutId)).toBe(gross - lab.feeBase);
    }
    await lab.mine(4);
    expect(await findBreaches(database)).toEqual([]);
  });
});
