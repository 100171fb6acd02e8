import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { listUnread } from "#server/operator/setAside.ts";
import { type ChainLab, type LabEndpoint, type LabWallet, makeHonest } from "#tests/support/chains/chainLab.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import type { TestClock } from "#tests/support/testClock.ts";

const CONTRADICTION = "the RPC endpoints disagree on a transfer: it is not settled";
const UNREAD = "a transaction to the treasury cannot be read: it is set aside";

const stringifyBase = (value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** What every chain must do alike: how it is read, replaced and lied about, with a paid order. */
export function describeChain(name: string, startLab: (clock: TestClock) => Promise<ChainLab>): void {
  describe(`payments on ${name}`, () => {
    let desk: ChainDesk;

    beforeAll(async () => {
      desk = await ChainDesk.open(name, startLab);
    });
    beforeEach(() => desk.begin());
    afterEach(async () => {
      makeHonest(desk.lab);
      expect(await findBreaches(desk.database)).toEqual([]);
    });
    afterAll(() => desk.stop());

    it("has an order paid by exactly its amount, without a report, step by step", async () => {
      const orderId = await desk.send(desk.anna);
      const reference = await desk.readReference(orderId);
      expect(reference === null).toBe(!desk.lab.hasReferences);
      const txHash = await desk.pay(desk.annasWallet, "0.05", reference);
      expect(await desk.readOrder(orderId)).toMatchObject({
        status: "awaitingPayment",
        txHash: null,
        confirmations: 0,
      });

      await desk.advance(1);
      expect(await desk.readOrder(orderId)).toMatchObject({
        status: "confirming",
        txHash,
        confirmations: 1,
        requiredConfirmations: 3,
      });
      await desk.advance(1);
      expect(await desk.readOrder(orderId)).toMatchObject({ status: "confirming", confirmations: 2, paidAmount: "0" });
      expect(await desk.readEnvelopeStatus(orderId)).toBe("awaitingPayment");

      await desk.advance(1);
      expect(await desk.readOrder(orderId)).toMatchObject({
        status: "paid",
        confirmations: 3,
        paidAmount: desk.toCoins("0.05"),
        txHash,
      });
      expect(await desk.readEnvelopeStatus(orderId)).toBe("open");
      expect(await desk.balanceOf(desk.anna)).toBe(0n);
      await desk.advance(2);
      expect(await desk.readOutcomes()).toEqual(["order"]);
      expect(desk.alarms).toEqual([]);
    });

    it("is not proven by another wallet's signature, nor by a used one", async () => {
      const challenge = await desk.askChallenge(desk.bo, desk.bosWallet);
      const bind = (signer: LabWallet) => desk.proveBy(desk.bo, desk.bosWallet, signer, challenge);
      await expect(bind(desk.annasWallet)).rejects.toMatchObject({ key: "walletAddressMismatch" });
      await expect(bind(desk.bosWallet)).rejects.toMatchObject({ key: "notFound" });
    });

    it("takes several transfers of one transaction for an order each, and none twice", async (context) => {
      if (!desk.lab.hasSeveralTransfers) return context.skip();
      const orders = [await desk.send(desk.anna), await desk.send(desk.anna, "0.07")];
      const references = await Promise.all(orders.map((orderId) => desk.readReference(orderId)));
      const txHash = await desk.bosWallet.pay(
        { amountBase: desk.toBase("0.07"), reference: references[1] ?? null },
        { amountBase: desk.toBase("0.05"), reference: references[0] ?? null },
        { amountBase: desk.toBase("0.01") },
      );
      await desk.advance(3);
      expect(await Promise.all(orders.map((orderId) => desk.readStatus(orderId)))).toEqual(["paid", "paid"]);
      expect(await desk.readTransfers(txHash)).toEqual([
        [desk.toBase("0.07"), "order"],
        [desk.toBase("0.05"), "order"],
        [desk.toBase("0.01"), "unmatched"],
      ]);
    });

    describe("a reorganisation", () => {
      it("moves a payment to another block, where it pays once", async () => {
        const orderId = await desk.send(desk.anna);
        const txHash = await desk.pay(desk.annasWallet, "0.05");
        await desk.advance(2);
        await desk.lab.drop(2);
        await desk.lab.sendAgain(txHash);
        await desk.advance(1);
        expect(await desk.readOrder(orderId)).toMatchObject({ status: "confirming", txHash, confirmations: 1 });
        await desk.advance(3);
        expect(await desk.readOrder(orderId)).toMatchObject({ status: "paid", txHash });
        expect(await desk.readOutcomes()).toEqual(["order"]);
        expect(desk.alarms).toEqual([]);
      });
    });

    describe("a watcher", () => {
      it("catches up with many payments, each once", async () => {
        for (let payment = 0; payment < 23; payment += 1) await desk.pay(desk.annasWallet, "0.001");
        await desk.lab.advance(2);
        await desk.pay(desk.annasWallet, "0.001");
        await desk.lab.advance(3);
        await desk.watcher.poll();
        expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.024"));
      });
    });

    it("sets a transaction that cannot be read aside, with an alarm, and holds up no later payment", async () => {
      const orderId = await desk.send(desk.anna);
      const txHash = await desk.bosWallet.payUnreadably(desk.toBase("0.02"));
      await desk.lab.advance(1);
      await desk.pay(desk.annasWallet, "0.05", await desk.readReference(orderId));
      await desk.advance(4);
      expect(await desk.readStatus(orderId)).toBe("paid");
      expect(desk.alarms).toEqual([UNREAD]);
      expect((await listUnread(desk.app)).summary).toContain(txHash);
    });

    describe("an endpoint", () => {
      it("that invents a payment brings nobody money, and holds up nothing, until it disappears", async () => {
        const invented = desk.lab.createTxId();
        const real = await desk.pay(desk.bosWallet, "0.01");
        desk.lab.endpoints[0].setLie({ kind: "invented", like: real, txId: invented });
        await desk.advance(4);
        expect(await desk.readTransfers(invented)).toEqual([[expect.anything(), null]]);
        expect(await desk.readTransfers(real)).toEqual([[desk.toBase("0.01"), "unmatched"]]);
        const before = await desk.readSettledPosition();
        await desk.advance(3);
        expect(await desk.readSettledPosition()).toBe(before + 3n);
        expect(await desk.readTransfers(invented)).toEqual([[expect.anything(), null]]);
        expect(desk.alarms).toEqual([CONTRADICTION]);

        desk.lab.endpoints[0].setLie(null);
        await desk.advance(1);
        expect(await desk.readTransfers(invented)).toEqual([]);
      });

      it.each(["amount", "sender", "reference"] as const)(
        "that lies once about the %s gains nothing, whether it goes on or dies",
        async (kind) => {
          if (kind === "reference" ? !desk.lab.hasReferences : desk.lab.hasBindingIds === true) return;
          // Where a payment's id follows from its content, a lie about it is one more payment.
          const readOutcomesOf = async (id: string) =>
            new Set((await desk.readTransfers(id)).map(([, outcome]) => outcome));
          const orderId = await desk.send(desk.anna);
          const txHash = await desk.pay(desk.annasWallet, "0.05", await desk.readReference(orderId));
          desk.lab.endpoints[0].setLie({ kind, txId: txHash });
          desk.watcher = await desk.watch(desk.lab.endpoints[0], desk.lab.endpoints[1]);
          await desk.advance(4);
          expect(await readOutcomesOf(txHash)).toEqual(new Set([null]));
          expect(new Set(desk.alarms)).toEqual(new Set([CONTRADICTION]));
          // With one of two endpoints down, nothing is settled either.
          desk.lab.endpoints[0].setAway(true);
          await desk.lab.advance(1);
          await expect(desk.watcher.poll()).rejects.toThrow(ChainUnavailable);
          expect(await readOutcomesOf(txHash)).toEqual(new Set([null]));

          desk.lab.endpoints[0].setAway(false);
          desk.lab.endpoints[0].setLie(null);
          await desk.advance(2);
          expect(await desk.readTransfers(txHash)).toEqual([[desk.toBase("0.05"), "order"]]);
          expect(await desk.readStatus(orderId)).toBe("paid");
          expect(new Set(desk.alarms)).toEqual(new Set([CONTRADICTION]));
        },
      );

      it("whose list lacks a payment, and that knows it by its id, disputes nothing", async () => {
        // TON's API finds a transaction by its account's list alone.
        if (desk.walletType === "Ton") return;
        const orderId = await desk.send(desk.anna);
        const txHash = await desk.pay(desk.annasWallet, "0.05", await desk.readReference(orderId));
        desk.lab.endpoints[0].setLie({ kind: "unlisted", txId: txHash });
        await desk.advance(4);
        expect(await desk.readStatus(orderId)).toBe("paid");
        expect(desk.alarms).toEqual([]);
      });

      it("whose index has a hole, as the other's, loses no payment that its payer reports", async () => {
        if (desk.chain.omitted.kind !== "unlisted") return;
        const orderId = await desk.send(desk.anna);
        const txHash = await desk.pay(desk.annasWallet, "0.05");
        for (const endpoint of desk.lab.endpoints) endpoint.setLie({ kind: "unlisted", txId: txHash });
        await desk.report(orderId, txHash);
        await desk.advance(5);
        expect(await desk.readStatus(orderId)).toBe("awaitingPayment");
        // A list of transactions tells what the treasury holds only with its next transaction.
        const before = await desk.readAccount(ACCOUNTS.unmatched(desk.lab.coinType));
        await desk.pay(desk.bosWallet, "0.01");
        await desk.advance(5);
        expect(await desk.readTransfers(txHash)).toEqual([[desk.toBase("0.05"), "order"]]);
        expect(await desk.readStatus(orderId)).toBe("paid");
        expect((await desk.readAccount(ACCOUNTS.unmatched(desk.lab.coinType))) - before).toBe(desk.toBase("0.01"));
      });

      it.each(["laterTimes", "ahead", "farAhead"] as const)("changes no terms of a payment: %s", async (kind) => {
        const order = {
          from: desk.annasWallet.address,
          to: desk.chain.treasuryAddress,
          amountBase: desk.toBase("0.05"),
          reference: desk.chain.createReference?.(desk.app.random) ?? null,
        };
        const build = async (...endpoints: readonly LabEndpoint[]) => {
          const terms = await (await desk.lab.connect(...endpoints)).buildPayment(order);
          // What makes two equal transfers two transactions.
          const own = new Set(["timestamp", "txID", "raw_data_hex"]);
          return JSON.stringify(terms, (key, value: unknown) => (own.has(key) ? null : stringifyBase(value)));
        };
        const honest = await build(desk.lab.endpoints[1]);
        desk.lab.endpoints[0].setLie({ kind });
        const told = await build(desk.lab.endpoints[0], desk.lab.endpoints[1]).catch((error: unknown) => error);
        expect(told instanceof ChainUnavailable ? "refused" : told).toBeOneOf(["refused", honest]);
      });
    });

    describe("the treasury", () => {
      const unmatched = () => desk.readAccount(ACCOUNTS.unmatched(desk.lab.coinType));

      it("books a surplus once as unmatched, and no transfer of the same block", async () => {
        await desk.advance(1);
        const before = await unmatched();
        await desk.lab.adjustTreasury(7n);
        await desk.pay(desk.bosWallet, "0.01");
        await desk.advance(5);
        expect((await unmatched()) - before).toBe(desk.toBase("0.01") + 7n);
        desk.watcher = await desk.watch(desk.lab.endpoints[0], desk.lab.endpoints[1]);
        await desk.advance(2);
        expect((await unmatched()) - before).toBe(desk.toBase("0.01") + 7n);
        expect(desk.alarms).toEqual([]);
      });
    });
  });
}
