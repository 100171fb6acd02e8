import { Address, beginCell, Dictionary, toNano } from "@ton/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExpiryRoute } from "#server/chains/payoutRoute.ts";
import type { Database } from "#server/db/database.ts";
import { readState } from "#server/db/jobState.ts";
import { startTonPayoutLab, type TonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { describePayouts, type PayoutScene } from "./describePayouts.ts";

/** The parameter with the prices of gas in workchain 0, and what is before that of a unit, in bits. */
const GAS_PRICES = 21;
const PRICE_PLACE = 144;

/** Longer than a message can land. */
const EXPIRY_MS = 400_000;

/** One payout of the usual size for each receiver; undefined stands for a wallet that is not on the chain. */
async function queueAll(lab: TonPayoutLab, person: bigint, ...receivers: (string | undefined)[]): Promise<string[]> {
  const payoutIds: string[] = [];
  for (const receiver of receivers) {
    payoutIds.push(await lab.queue(person, lab.grossBase, receiver));
    lab.app.clock.advance(1);
  }
  return payoutIds;
}

/** @param mostParts payouts that one transaction of the wallet takes */
function paysMany(mostParts: number, getScene: () => PayoutScene<TonPayoutLab>): void {
  it("pays as many people as a transaction takes, and tells the nodes once", { timeout: 60_000 }, async () => {
    const { lab, anna } = getScene();
    const grossBase = lab.grossBase / 10n;
    const netBase = grossBase - lab.feeBase;
    const payoutIds: string[] = [];
    for (let place = 0; place <= mostParts; place += 1) {
      payoutIds.push(await lab.queue(anna, grossBase));
      lab.app.clock.advance(1);
    }
    const route = requireExpiryRoute(lab.chain);
    const told: Uint8Array[] = [];
    const broadcast = async (raw: Uint8Array) => {
      told.push(raw);
      await route.broadcast(raw);
    };
    const sender = lab.createSender(lab.app, { ...lab.chain, payouts: { ...route, broadcast } });
    await sender.step();
    await sender.step();
    const attempts = await lab.readAttempts(payoutIds);
    expect(attempts.map(({ part }) => part)).toEqual(Array.from({ length: mostParts }, (_, place) => place));
    expect(new Set(attempts.map(({ tx_hash: txHash }) => txHash)).size).toBe(1);
    expect(told).toHaveLength(1);
    await lab.finish(sender, payoutIds);
    for (const payoutId of payoutIds) expect(await lab.readArrived(payoutId)).toBe(netBase);
    const spent = await Promise.all(payoutIds.slice(0, mostParts).map((payoutId) => lab.read(payoutId)));
    const [firstFee = 0n, ...fees] = spent.map(({ spent_base: spentBase }) => (spentBase ?? 0n) - netBase);
    expect(new Set(fees).size).toBe(1);
    expect(firstFee - (fees[0] ?? 0n)).toBeGreaterThanOrEqual(0n);
    expect(firstFee - (fees[0] ?? 0n)).toBeLessThan(BigInt(mostParts));
    expect(lab.logged).toEqual([]);
  });
}

describePayouts(
  "TON by a wallet v4r2",
  { startLab: (database, seed) => startTonPayoutLab(database, seed, { kind: "v4r2" }) },
  (getScene) => paysMany(4, getScene),
);

describePayouts("TON", { startLab: startTonPayoutLab }, (getScene) => {
  paysMany(50, getScene);

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

  it("signs what has expired anew, all that it pays in one, by the word of two endpoints, and pays nobody twice", async () => {
    const { lab, anna, step, finish } = getScene();
    const payoutIds = await queueAll(lab, anna, undefined, undefined);
    await step();
    await lab.forget();
    const [liar] = lab.lab.endpoints;
    liar.setLie({ kind: "laterTimes" });
    await lab.mine(3);
    await step();
    expect(await lab.readAttempts(payoutIds)).toMatchObject([{ lost_at: null }, { lost_at: null }]);
    liar.setLie(null);
    lab.app.clock.advance(EXPIRY_MS);
    await lab.lab.advance(3);
    for (const payoutId of payoutIds) await finish(payoutId);
    const attempts = await lab.readAttempts(payoutIds);
    expect(attempts.map(({ lost_at: lostAt }) => lostAt === null)).toEqual([false, true, false, true]);
    const [early, late] = attempts;
    expect(new Set(attempts.map(({ tx_hash: txHash }) => txHash))).toEqual(new Set([early?.tx_hash, late?.tx_hash]));
    await requireExpiryRoute(lab.chain).broadcast(early?.raw ?? new Uint8Array());
    await lab.mine(3);
    for (const payoutId of payoutIds) expect(await lab.readArrived(payoutId)).toBe(lab.grossBase - lab.feeBase);
  });

  it("leaves the next message to the next step where another process has signed one", async () => {
    const { lab, anna, finish } = getScene();
    const route = requireExpiryRoute(lab.chain);
    const [first = "", second = ""] = await queueAll(lab, anna, undefined, undefined);
    const create = (changed: Partial<ExpiryRoute>) =>
      lab.createSender(lab.app, { ...lab.chain, payouts: { ...route, ...changed } });
    const other = create({ prepare: (group) => route.prepare(group.slice(0, 1)) });
    const slow = create({
      async prepare(group) {
        const prepared = await route.prepare(group);
        await other.step();
        return prepared;
      },
    });
    await slow.step();
    expect(await lab.readAttempts([first])).toHaveLength(1);
    expect(await lab.readAttempts([second])).toEqual([]);
    for (const payoutId of [first, second]) await finish(payoutId);
  });

  it.each([
    ["the others back, each its own fee less, where the wallet skipped them", 1, ["paid", "returned", "returned"]],
    [
      "all back, less their shares of the fee, where the wallet could send none on",
      0,
      ["returned", "returned", "returned"],
    ],
  ] as const)("gives the money of %s for lack of coins", async (_, sent, statuses) => {
    const { lab, anna, depositBase, step, finish } = getScene();
    const [first = ""] = await queueAll(lab, anna, undefined);
    const { to_address: receiver, gross_base: grossBase, fee_base: feeBase } = await lab.read(first);
    const payoutIds = [first, ...(await queueAll(lab, anna, receiver, undefined))];
    await step();
    const taken = lab.readTreasury() - BigInt(sent) * grossBase - toNano("0.02");
    lab.adjustTreasury(-taken);
    await lab.lab.advance(3);
    lab.adjustTreasury(taken);
    await lab.lab.advance(3);
    for (const payoutId of payoutIds) await finish(payoutId);
    const payouts = await Promise.all(payoutIds.map((payoutId) => lab.read(payoutId)));
    expect(payouts.map(({ status }) => status)).toEqual(statuses);
    expect(await lab.readArrived(first)).toBe(BigInt(sent) * (grossBase - feeBase));
    const lostBase = payouts.slice(sent).reduce((sum, payout) => sum + (payout.spent_base ?? 0n), 0n);
    expect(lostBase).toBeGreaterThan(0n);
    expect(await lab.readBalance(anna)).toBe(depositBase - BigInt(sent) * grossBase - lostBase);
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
