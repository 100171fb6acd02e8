import { Address, toNano } from "@ton/core";
import { afterEach, describe, expect, it } from "vitest";
import { readBookedBase } from "#server/deposits/reconcileTreasury.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import type { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { writeBurn, writeInternalTransfer } from "#tests/support/chains/jettonMessages.ts";
import type { UsdtLab } from "#tests/support/chains/usdtLab.ts";
import {
  FUEL,
  lock,
  NO_RECEIVING,
  NO_SENDING,
  OPEN,
  order,
  raiseGasPrice,
  readCoins,
  setFuel,
  setGasPrice,
  startFuelledLab,
} from "#tests/support/chains/usdtTreasury.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { describePayouts } from "./describePayouts.ts";
import { paysMany } from "./paysMany.ts";

/** What goes with each payout, and what the treasury keeps for its own message. */
const GAS = toNano("0.03");
const OWN_GAS = toNano("0.1");
/** Longer than a message can land. */
const EXPIRY_MS = 400_000;
const BURNT = "the network burnt a payout: its owner has the money back, and the account of fees bears the loss";
const MISSING = "the treasury holds less than the books: sends, openings and payouts stop";

const readReceiver = async (desk: ChainDesk<UsdtLab>, payoutId: string) =>
  Address.parse((await desk.readPayout(payoutId)).to_address);

async function readStatuses(desk: ChainDesk<UsdtLab>, payoutIds: readonly string[]) {
  return Promise.all(payoutIds.map((payoutId) => desk.readPayoutStatus(payoutId)));
}

const readHold = async (desk: ChainDesk<UsdtLab>, payoutId: string) => (await desk.readPayout(payoutId)).held_reason;

/** What the treasury's jetton wallet held after a block. */
function readHeldAt(lab: UsdtLab, seqno: number): bigint {
  const { account } = lab.chain.readAccount(lab.usdt.locate(lab.treasury.address).toRawString(), seqno).shardAccount;
  const state = account?.storage.state;
  return state?.type === "active" ? (state.state.data?.beginParse().skip(4).loadCoins() ?? 0n) : 0n;
}

/** What was ordered brings along less than the receiver's jetton wallet burns, so nothing pays the way back. */
async function burnNext(lab: UsdtLab): Promise<void> {
  await lab.advance(2);
  const before = raiseGasPrice(lab, 100n);
  await lab.advance(1);
  setGasPrice(lab, before);
}

/** One host sees so much fuel, and the other one more. */
async function showFuel(lab: UsdtLab, liar: 0 | 1, fuel: bigint): Promise<void> {
  const treasury = lab.treasury.address.toRawString();
  setFuel(lab, fuel);
  await lab.advance(1);
  const poor = lab.chain.readAccount(treasury, lab.chain.readHead().seqno);
  setFuel(lab, FUEL);
  await lab.advance(3);
  lab.endpoints[liar].setAccountLie((account, honest) => (account === treasury ? poor : honest));
}

describePayouts<UsdtLab>("USDT on TON", startFuelledLab, (getDesk) => {
  afterEach(async () => {
    const { lab } = getDesk();
    setFuel(lab, FUEL);
    await lab.advance(1);
  });

  paysMany(50, getDesk);

  describe("from a treasury with little fuel", () => {
    it("takes as many into a message as the fuel pays for, and the others with the next", async () => {
      const desk = getDesk();
      setFuel(desk.lab, OWN_GAS + 3n * GAS);
      await desk.advance(1);
      const payoutIds = [await desk.queue(), await desk.queue(), await desk.queue(), await desk.queue()];
      await desk.sender.step();
      expect(await readStatuses(desk, payoutIds)).toEqual(["sending", "sending", "sending", "queued"]);
      await desk.finish(...payoutIds);
      expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
      expect([...desk.alarms, ...desk.warnings]).toEqual([]);
    });

    it("holds them where it does not pay for one, and pays them once it does", async () => {
      const desk = getDesk();
      setFuel(desk.lab, OWN_GAS + GAS - 1n);
      await desk.advance(1);
      const payoutIds = [await desk.queue(), await desk.queue()];
      await desk.sender.step();
      expect(await readStatuses(desk, payoutIds)).toEqual(["held", "held"]);
      expect(await readHold(desk, payoutIds[0] ?? "")).toBe("treasury");
      setFuel(desk.lab, FUEL);
      await desk.advance(1);
      desk.app.clock.advance(11_000);
      await desk.finish(...payoutIds);
      expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
    });

    it.each([0, 1] as const)("believes the host that sees less of it, be it host %i", async (liar) => {
      const desk = getDesk();
      const { lab } = desk;
      await showFuel(lab, liar, OWN_GAS);
      expect(await desk.chain.readFuel?.()).toEqual({
        fuelBase: OWN_GAS,
        leastBase: toNano(2),
        costBase: toNano("0.0234"),
        feeBase: lab.feeBase,
        isLocked: false,
      });
      const payoutId = await desk.queue();
      await desk.sender.step();
      expect(await readHold(desk, payoutId)).toBe("treasury");
      lab.endpoints[liar].setLie(null);
      desk.app.clock.advance(11_000);
      await desk.finish(payoutId);
      expect(await desk.listUnpaid(payoutId)).toEqual([]);
    });

    it.each([0, 1] as const)(
      "takes as many into a message as host %i says that it pays for, which sees less",
      async (liar) => {
        const desk = getDesk();
        const { lab } = desk;
        await showFuel(lab, liar, OWN_GAS + GAS);
        const payoutIds = [await desk.queue(), await desk.queue()];
        await desk.sender.step();
        expect(await readStatuses(desk, payoutIds)).toEqual(["sending", "queued"]);
        lab.endpoints[liar].setLie(null);
        await desk.finish(...payoutIds);
        expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
      },
    );

    it.each([
      ["those that the wallet skipped", "0.045", ["paid", "returned", "returned"], 0n],
      ["all, where it sent none on", "0.025", ["returned", "returned", "returned"], toNano("0.01")],
      ["all, where its own message burnt the fuel", "0.005", ["returned", "returned", "returned"], 0n],
    ] as const)("gives back %s, each whole", async (_, fuel, statuses, leftBase) => {
      const desk = getDesk();
      const { lab } = desk;
      const payoutIds = [await desk.queue(), await desk.queue(), await desk.queue()];
      await desk.sender.step();
      setFuel(lab, toNano(fuel));
      await desk.advance(1);
      expect(readCoins(lab, lab.treasury.address)).toBeGreaterThanOrEqual(leftBase);
      expect(readCoins(lab, lab.treasury.address)).toBeLessThan(leftBase + toNano("0.015"));
      await desk.finish(...payoutIds);
      expect(await readStatuses(desk, payoutIds)).toEqual(statuses);
      const paid = BigInt(statuses.filter((status) => status === "paid").length);
      expect(await desk.balanceOf(desk.anna)).toBe((10n - paid) * lab.grossBase);
      await desk.advance(4);
      expect(desk.alarms).toEqual([]);
    });

    it("signs anew what no block took without any, and pays nobody twice", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const payoutIds = [await desk.queue(), await desk.queue()];
      await desk.sender.step();
      setFuel(lab, 0n);
      await desk.advance(3);
      desk.app.clock.advance(EXPIRY_MS);
      await desk.advance(3);
      await desk.sender.step();
      await desk.sender.step();
      expect(await readStatuses(desk, payoutIds)).toEqual(["sending", "sending"]);
      setFuel(lab, FUEL);
      await desk.advance(1);
      await desk.finish(...payoutIds);
      expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
      expect(await desk.readAttempts(...payoutIds)).toHaveLength(4);
    });
  });

  describe("where the issuer has locked", () => {
    it("the treasury: holds them until it is open", async () => {
      const desk = getDesk();
      const { lab } = desk;
      await lock(lab, lab.treasury.address, NO_SENDING);
      await desk.advance(1);
      expect(await desk.chain.readFuel?.()).toMatchObject({ leastBase: toNano(2), isLocked: true });
      const payoutId = await desk.queue();
      await desk.sender.step();
      expect(await readHold(desk, payoutId)).toBe("treasury");
      await lock(lab, lab.treasury.address, OPEN);
      await desk.advance(1);
      desk.app.clock.advance(11_000);
      await desk.finish(payoutId);
      expect(await desk.listUnpaid(payoutId)).toEqual([]);
    });

    it("the receiver: holds it and spends nothing, and pays the others", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const payoutIds = [await desk.queue(), await desk.queue()];
      const [locked = ""] = payoutIds;
      const receiver = await readReceiver(desk, locked);
      // The issuer locks what is deployed.
      lab.usdt.give(lab.chain, receiver, 0n);
      await lock(lab, receiver, NO_RECEIVING);
      await desk.advance(1);
      await desk.finish(...payoutIds.slice(1));
      expect(await desk.readPayout(locked)).toMatchObject({ status: "held", held_reason: "receiver" });
      expect(await desk.listUnpaid(...payoutIds.slice(1))).toEqual([]);
      await lock(lab, receiver, OPEN);
      await desk.advance(1);
      desk.app.clock.advance(3_600_000);
      await desk.finish(locked);
      expect(await desk.listUnpaid(locked)).toEqual([]);
    });

    /** Blocks between two looks at the chain, so that each comparison of the books comes to be due in another one. */
    it.each([1, 2, 3, 4, 5, 6])(
      "the receiver meanwhile: gives the whole back once it has come back (a look each %i blocks)",
      async (blocks) => {
        const desk = getDesk();
        const { lab } = desk;
        const payoutIds = [await desk.queue(), await desk.queue(), await desk.queue()];
        const [, locked = ""] = payoutIds;
        const receiver = await readReceiver(desk, locked);
        lab.usdt.give(lab.chain, receiver, 0n);
        await lab.advance(1);
        await lock(lab, receiver, NO_RECEIVING);
        await desk.sender.step();
        for (let block = 0; block < 14; block += blocks) {
          await lab.advance(blocks);
          await desk.watcher.poll();
          await desk.sender.step();
        }
        await desk.advance(2);
        expect(await readStatuses(desk, payoutIds)).toEqual(["paid", "returned", "paid"]);
        expect(await desk.balanceOf(desk.anna)).toBe(8n * lab.grossBase);
        const { position, returned_position: returned, spent_base: spent } = await desk.readPayout(locked);
        expect([(returned ?? 0n) - (position ?? 0n), spent]).toEqual([2n, 0n]);
        // A comparison may fall on any of these blocks, also later.
        for (let at = (position ?? 0n) - 1n; at <= (returned ?? 0n); at += 1n) {
          expect(await readBookedBase(desk.database.kysely, "usdt", at)).toBe(readHeldAt(lab, Number(at)));
        }
        expect([...desk.alarms, ...desk.warnings]).toEqual([]);
        await lock(lab, receiver, OPEN);
        await lab.advance(1);
      },
    );

    it("the treasury meanwhile: gives the whole back", async () => {
      const desk = getDesk();
      const { lab } = desk;
      const payoutId = await desk.queue();
      await lock(lab, lab.treasury.address, NO_SENDING);
      await desk.sender.step();
      await desk.finish(payoutId);
      expect(await desk.readPayout(payoutId)).toMatchObject({
        status: "returned",
        spent_base: 0n,
        returned_position: null,
      });
      expect(await desk.balanceOf(desk.anna)).toBe(10n * lab.grossBase);
      await lock(lab, lab.treasury.address, OPEN);
      await desk.advance(4);
      expect([...desk.alarms, ...desk.warnings]).toEqual([]);
    });
  });

  it("gives back what the treasury can no longer pay, since its issuer has burnt it, and says that it is missing", async () => {
    const desk = getDesk();
    const { lab } = desk;
    const payoutId = await desk.queue();
    const held = lab.readBalance(desk.chain.treasuryAddress);
    await order(lab, lab.treasury.address, writeBurn(held));
    await desk.sender.step();
    await desk.finish(payoutId);
    expect(await desk.readPayoutStatus(payoutId)).toBe("returned");
    await desk.advance(4);
    expect(desk.alarms).toContain(MISSING);
    await order(lab, lab.treasury.address, writeInternalTransfer(held, null), "mint");
    await desk.advance(5);
  });

  it("gives back what a rise of prices left without enough gas", async () => {
    const desk = getDesk();
    const { lab } = desk;
    const payoutId = await desk.queue();
    await desk.sender.step();
    const before = raiseGasPrice(lab, 10n);
    await desk.advance(3);
    setGasPrice(lab, before);
    await desk.finish(payoutId);
    expect(await desk.readPayoutStatus(payoutId)).toBe("returned");
    expect(await desk.balanceOf(desk.anna)).toBe(10n * lab.grossBase);
  });

  it("gives back what the network burnt at a receiver, at the cost of the account of fees, and goes on with the others", async () => {
    const desk = getDesk();
    const { lab } = desk;
    // What the account of fees bears has to be in it.
    await desk.finish(await desk.queue());
    const fees = await desk.readAccount("fees:usdt");
    const netBase = lab.feeBase + 10_000n;
    const burnt = [await desk.queue(netBase + lab.feeBase), await desk.queue(netBase + lab.feeBase)];
    await desk.sender.step();
    await burnNext(lab);
    await desk.finish(...burnt);
    expect(await readStatuses(desk, burnt)).toEqual(["returned", "returned"]);
    const { spent_base: spent, returned_position: returned } = await desk.readPayout(burnt[0] ?? "");
    expect([spent, returned]).toEqual([netBase, null]);
    // The owner pays what the payout was to cost.
    expect(await desk.balanceOf(desk.anna)).toBe(9n * lab.grossBase - 2n * lab.feeBase);
    expect(await desk.readAccount("fees:usdt")).toBe(fees + 2n * (lab.feeBase - netBase));
    const paid = await desk.queue();
    await desk.finish(paid);
    expect(await desk.listUnpaid(paid)).toEqual([]);
    await desk.advance(4);
    expect(desk.alarms).toEqual([BURNT, BURNT]);
    expect(await findBreaches(desk.database)).toEqual([]);
  });

  it("holds what is for a receiver at which the network burnt two in a row, and tries one the day after", async () => {
    const desk = getDesk();
    const { lab, database, app } = desk;
    const paid = await desk.queue();
    const { to_address: home } = await desk.readPayout(paid);
    await desk.finish(paid, await desk.queue(lab.grossBase, home));
    const grossBase = 2n * lab.feeBase + 10_000n;
    const first = await desk.queue(grossBase);
    const { to_address: receiver } = await desk.readPayout(first);
    await desk.sender.step();
    await burnNext(lab);
    await desk.finish(first);
    // One may be an accident.
    const second = await desk.queue(grossBase, receiver);
    await desk.sender.step();
    expect(await desk.readPayoutStatus(second)).toBe("sending");
    await burnNext(lab);
    await desk.finish(second);
    const [third, other] = [await desk.queue(grossBase, receiver), await desk.queue(lab.grossBase, home)];
    await desk.sender.step();
    expect([await readHold(desk, third), ...(await readStatuses(desk, [first, second, third, other]))]).toEqual([
      "receiver",
      "returned",
      "returned",
      "held",
      "sending",
    ]);
    await desk.finish(other);
    await desk.advance(4);
    expect(await desk.readPayoutStatus(third)).toBe("held");
    // A day passes.
    await database.kysely
      .updateTable("payout")
      .set({ settled_at: new Date(app.clock.now().getTime() - 86_400_000), retry_at: null })
      .where("payout_id", "in", [first, second])
      .execute();
    app.clock.advance(11_000);
    await desk.finish(third);
    expect(await desk.listUnpaid(third)).toEqual([]);
    await desk.advance(4);
    expect(desk.alarms).toEqual([BURNT, BURNT]);
    expect(await findBreaches(database)).toEqual([]);
  });

  it("takes more gas along where it is dearer", async () => {
    const desk = getDesk();
    const before = raiseGasPrice(desk.lab, 3n);
    const payoutId = await desk.queue();
    await desk.finish(payoutId);
    setGasPrice(desk.lab, before);
    expect(await desk.listUnpaid(payoutId)).toEqual([]);
  });

  it("is paid once two hosts know what the receiver's jetton wallet made of it", async () => {
    const desk = getDesk();
    const { lab } = desk;
    const payoutId = await desk.queue();
    await desk.sender.step();
    lab.endpoints[1].setForgotten(lab.usdt.locate(await readReceiver(desk, payoutId)));
    for (let block = 0; block < 8; block += 1) {
      await desk.advance(1);
      await desk.sender.step();
    }
    expect(await desk.readPayoutStatus(payoutId)).toBe("confirming");
    lab.endpoints[1].setLie(null);
    await desk.sender.step();
    expect(await desk.listUnpaid(payoutId)).toEqual([]);
  });

  it("pays once, whichever step a process dies after", async () => {
    const desk = getDesk();
    const route = requireExpiryRoute(desk.chain);
    const payoutIds = [await desk.queue(), await desk.queue()];
    /** Steps until this call, which never ends. */
    const dieAt = async (call: "prepare" | "broadcast" | "findTransaction") => {
      const dead = Promise.withResolvers<undefined>();
      const hang = async () => {
        dead.resolve(undefined);
        return new Promise<never>(() => undefined);
      };
      const dying = desk.createSender({ ...desk.chain, payouts: { ...route, [call]: hang } });
      await Promise.race([dead.promise, dying.step()]);
      desk.sender = desk.createSender();
    };
    await dieAt("prepare");
    await dieAt("broadcast");
    expect(await desk.readAttempts(...payoutIds)).toHaveLength(2);
    for (let block = 0; block < 10; block += 1) {
      await dieAt("findTransaction");
      await desk.sender.step();
      await desk.advance(1);
    }
    expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
    expect(await desk.readAttempts(...payoutIds)).toHaveLength(2);
  });

  it("is told apart from what an operator sends by hand, which is booked by its id with what has arrived", async () => {
    const desk = getDesk();
    const { lab, chain } = desk;
    const receiver = lab.createReceiver("cold");
    const route = requireExpiryRoute(chain);
    const send = async (to: string, amountBase: bigint) => {
      const terms = { payoutId: Buffer.alloc(16, 5).toString("base64url"), to, amountBase };
      const signed = await (await route.prepare([terms])).sign([{ terms, maxFeeBase: 0n }]);
      if (signed === null) throw new Error("not signed");
      await route.broadcast(signed.raw);
      return signed.txHash;
    };
    const txHash = await send(receiver, 7n);
    await lab.advance(4);
    // It has arrived, and its end is not final yet.
    expect(await chain.readOutgoing(txHash)).toEqual({ kind: "agreed", transaction: null });
    await lab.advance(1);
    const transaction = { to: receiver, amountBase: 7n, feeBase: 0n };
    expect(await chain.readOutgoing(txHash)).toMatchObject({ kind: "agreed", transaction });
    const never = await send(receiver, 10n ** 15n);
    await lab.advance(6);
    expect(await chain.readOutgoing(never)).toMatchObject({ transaction: { amountBase: 0n } });
    const burnt = await send(receiver, 7n);
    await burnNext(lab);
    await lab.advance(6);
    expect(await chain.readOutgoing(burnt)).toMatchObject({ transaction });
    await order(lab, lab.treasury.address, writeInternalTransfer(14n, null), "mint");
    await desk.advance(4);
    expect(desk.alarms).toEqual([MISSING]);
    expect(desk.warnings).toHaveLength(1);
  });

  it("costs what the settings say, all of it for the account of fees", async () => {
    const desk = getDesk();
    const { lab } = desk;
    const { offers } = await requireExpiryRoute(desk.chain).prepare([
      { to: lab.createReceiver("somebody"), amountBase: 1n },
      { to: `-1:${"45".repeat(32)}`, amountBase: 1n },
    ]);
    expect(offers).toEqual([{ offeredBase: lab.feeBase, leastBase: 0n }, null]);
    const before = await desk.readAccount("fees:usdt");
    const payoutId = await desk.queue();
    await desk.finish(payoutId);
    expect(await desk.readAccount("fees:usdt")).toBe(before + lab.feeBase);
  });
});
