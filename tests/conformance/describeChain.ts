import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { acknowledgeUnread, listUnread } from "#server/operator/unread.ts";
import { formatMetrics } from "#server/operator/formatMetrics.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { Database } from "#server/db/database.ts";
import { addState, clearState, readState } from "#server/db/jobState.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { openWaiting } from "#server/envelopes/life/openWaiting.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { depositInfo } from "#server/deposits/depositInfo.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { expireOrders } from "#server/orders/expireOrders.ts";
import { orderDetail } from "#server/orders/orderDetail.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { reviewPending } from "#server/deposits/reviewPending.ts";
import { settleTransfer } from "#server/deposits/settleTransfer.ts";
import { submitPayment } from "#server/deposits/submitPayment.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { unbindWallet } from "#server/wallets/unbindWallet.ts";
import { walletChallenge } from "#server/wallets/walletChallenge.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import type { ChainLab, LabEndpoint, LabWallet } from "#tests/support/chains/chainLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import type { TestClock } from "#tests/support/testClock.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** ORDER_TTL_S and ORDER_GRACE_S. */
const TTL_MS = 30 * MINUTE_MS;
const GRACE_MS = 15 * MINUTE_MS;
const CONTRADICTION = "the RPC endpoints disagree on a transfer: it is not settled";
const POSITION_CONTRADICTION = "RPC endpoint mismatch at a final block; settlement halted";
const UNREAD = "a transaction to the treasury cannot be read: it is set aside";
const SHORTFALL = "the treasury holds less than the books: sends, openings and payouts stop";

const stringifyBase = (value: unknown) => (typeof value === "bigint" ? String(value) : value);

interface Cases {
  /** Whether the rules of orders, people and references are played too; they are the same for all chains. */
  playsEveryRule?: boolean;
  /** Whether every case of watching is played too; it is the same for all chains of one model of history. */
  playsEveryWatch?: boolean;
}

/** Orders, arrivals, reorganisations and dishonest endpoints: the same for every chain. */
export function describeChain(
  name: string,
  startLab: (clock: TestClock) => Promise<ChainLab>,
  { playsEveryRule = false, playsEveryWatch = playsEveryRule }: Cases = {},
): void {
  describe(`payments on ${name}`, () => {
    let database: Database;
    let lab: ChainLab;
    let app: TestApp;
    let chain: Chain;
    let first: LabEndpoint;
    let second: LabEndpoint;
    let watcher: TestWatcher;
    let annasWallet: LabWallet;
    let bosWallet: LabWallet;
    /** Logged errors. */
    let alarms: string[];
    let anna = 100n;
    let bo = 0n;

    beforeAll(async () => {
      database = await openTestDatabase();
      app = createTestApp(database, name);
      lab = await startLab(app.clock);
      [first, second] = lab.endpoints;
      app.config = { ...app.config, coins: [lab.coinType] };
      app.logger = { ...silentLogger, error: (_, message) => void alarms.push(message) };
      chain = await lab.connect(first, second);
      app.chains = linkChain(chain);
    });
    afterAll(async () => {
      await lab.stop();
      await database.close();
    });

    // Each test has its own people and wallets, so all tests share one chain and one database.
    beforeEach(async () => {
      alarms = [];
      anna += 10n;
      bo = anna + 1n;
      annasWallet = await lab.createWallet();
      bosWallet = await lab.createWallet();
      await addUsers(app, [anna, bo]);
      await prove(anna, annasWallet);
      await lab.advance(3);
      watcher = await watch(first, second);
    });
    afterEach(async () => {
      makeHonest(lab);
      expect(await findBreaches(database)).toEqual([]);
    });

    /** A watcher as after a server's start. */
    async function watch(...endpoints: readonly LabEndpoint[]): Promise<TestWatcher> {
      const started = new TestWatcher(app, await lab.connect(...endpoints));
      await started.poll();
      return started;
    }

    async function advanceAndLook(blocks: number, watching = watcher): Promise<void> {
      for (let block = 0; block < blocks; block += 1) {
        await lab.advance(1);
        await watching.poll();
      }
    }

    const walletType = () => COINS[lab.coinType].walletType;
    const toBase = (amount: string) => parseDecimal(amount, COINS[lab.coinType].baseDecimals) * (lab.amountScale ?? 1n);
    /** An amount of the suite as the API writes it. */
    const toCoins = (amount: string) => formatAmount(toBase(amount), COINS[lab.coinType].baseDecimals);
    const balanceOf = (tgUserId: bigint) => readBalance(database.kysely, tgUserId, lab.coinType);
    const pay = (wallet: LabWallet, amount: string, reference: string | null = null) =>
      wallet.pay({ amountBase: toBase(amount), reference });

    async function prove(tgUserId: bigint, wallet: LabWallet): Promise<void> {
      const asked = chain.bringsAddressWithProof ? {} : { address: wallet.address };
      const challenge = await callAs(app, walletChallenge, tgUserId, { body: { type: walletType(), ...asked } });
      const proof = await wallet.sign(challenge);
      await callAs(app, bindWallet, tgUserId, { body: { type: walletType(), address: wallet.address, proof } });
    }

    async function bindTyped(tgUserId: bigint, wallet: LabWallet): Promise<string> {
      const body = { type: walletType(), address: wallet.otherSpelling };
      return (await callAs(app, bindWallet, tgUserId, { body })).wallet.walletId;
    }

    const unbind = (tgUserId: bigint, walletId: string) => callAs(app, unbindWallet, tgUserId, { body: { walletId } });

    async function send(tgUserId: bigint, totalAmount = "0.05"): Promise<string> {
      const { coinType } = lab;
      const body = {
        type: "luckyDraw",
        coinType,
        count: 5,
        totalAmount: toCoins(totalAmount),
        passphrase: "Lucky Day",
      } as const;
      return (await callAs(app, sendRedEnvelope, tgUserId, { body })).order.orderId;
    }

    async function readOrder(orderId: string, tgUserId = anna) {
      return (await callAs(app, orderDetail, tgUserId, { query: { orderId } })).order;
    }

    const readStatus = async (orderId: string, tgUserId = anna) => (await readOrder(orderId, tgUserId)).status;
    const readReference = async (orderId: string, tgUserId = anna) => (await readOrder(orderId, tgUserId)).reference;
    const report = (orderId: string, txHash: string, tgUserId = anna) =>
      callAs(app, submitPayment, tgUserId, { body: { orderId, txHash } });
    const cancel = (orderId: string) => callAs(app, cancelOrder, anna, { body: { orderId } });

    async function readEnvelopeStatus(orderId: string): Promise<string> {
      const row = await database.kysely
        .selectFrom("envelope")
        .select("status")
        .where("order_id", "=", orderId)
        .executeTakeFirstOrThrow();
      return row.status;
    }

    async function readOutcomes(...of: readonly LabWallet[]): Promise<(string | null)[]> {
      const wallets = of.length === 0 ? [annasWallet, bosWallet] : of;
      const addresses = wallets.map(({ address }) => address);
      const rows = await database.kysely
        .selectFrom("chain_transfer")
        .select("outcome")
        .where("from_address", "in", addresses)
        .orderBy("position")
        .orderBy("transfer_index")
        .execute();
      return rows.map((row) => row.outcome);
    }

    /** Amount and outcome of each transfer of a transaction. */
    async function readTransfers(txHash: string): Promise<[bigint, string | null][]> {
      const rows = await database.kysely
        .selectFrom("chain_transfer")
        .select(["amount_base", "outcome"])
        .where("tx_hash", "=", txHash)
        .orderBy("transfer_index")
        .execute();
      return rows.map((row) => [row.amount_base, row.outcome]);
    }

    function readUnread(txHash: string) {
      return database.kysely
        .selectFrom("unread_transaction")
        .select(["position", "acknowledged_at"])
        .where("tx_hash", "=", txHash)
        .executeTakeFirstOrThrow();
    }

    function readCursor() {
      return database.kysely
        .selectFrom("chain_cursor")
        .select(["settled_position", "final_time", "settled_ref"])
        .where("coin_type", "=", lab.coinType)
        .executeTakeFirstOrThrow();
    }

    async function readNotifications(tgUserId: bigint): Promise<string[]> {
      const rows = await database.kysely
        .selectFrom("notification")
        .select("kind")
        .where("tg_user_id", "=", tgUserId)
        .where("kind", "<>", "walletBound")
        .execute();
      return rows.map((row) => row.kind).toSorted();
    }

    async function readAccount(account: string): Promise<bigint> {
      const lines = await database.kysely
        .selectFrom("ledger_entry")
        .select("amount_base")
        .where("account", "=", account)
        .execute();
      return lines.reduce((sum, line) => sum + line.amount_base, 0n);
    }

    it("has an order paid by exactly its amount, without a report, step by step", async () => {
      const orderId = await send(anna);
      const reference = await readReference(orderId);
      expect(reference === null).toBe(!lab.hasReferences);
      const txHash = await pay(annasWallet, "0.05", reference);
      expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", txHash: null, confirmations: 0 });

      await advanceAndLook(1);
      expect(await readOrder(orderId)).toMatchObject({
        status: "confirming",
        txHash,
        confirmations: 1,
        requiredConfirmations: 3,
      });
      await advanceAndLook(1);
      expect(await readOrder(orderId)).toMatchObject({ status: "confirming", confirmations: 2, paidAmount: "0" });
      expect(await readEnvelopeStatus(orderId)).toBe("awaitingPayment");

      await advanceAndLook(1);
      expect(await readOrder(orderId)).toMatchObject({
        status: "paid",
        confirmations: 3,
        paidAmount: toCoins("0.05"),
        txHash,
      });
      expect(await readEnvelopeStatus(orderId)).toBe("open");
      expect(await balanceOf(anna)).toBe(0n);
      await advanceAndLook(2);
      expect(await readOutcomes()).toEqual(["order"]);
      expect(alarms).toEqual([]);
    });

    it("has the oldest order with the amount paid, or the one that the report names", async () => {
      const older = await send(anna);
      app.clock.advance(1_000);
      const newer = await send(anna);
      app.clock.advance(1_000);
      const third = await send(anna, "0.07");
      await pay(annasWallet, "0.05");
      await advanceAndLook(3);
      expect(await readStatus(older)).toBe("paid");
      const reported = await pay(annasWallet, "0.05");
      await report(third, reported);
      await advanceAndLook(3);
      expect(await readOrder(third)).toMatchObject({ status: "partiallyPaid", paidAmount: toCoins("0.05") });
      // Fits neither of the two open orders.
      await pay(annasWallet, "0.03");
      await advanceAndLook(3);
      expect(await readStatus(newer)).toBe("awaitingPayment");
      expect(await balanceOf(anna)).toBe(toBase("0.03"));
    });

    // The core owns these rules, whatever the chain.
    describe.runIf(playsEveryRule)("an order", () => {
      it("shows a reported hash before it is mined, and accepts a late report of its payment", async () => {
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.05");
        expect((await report(orderId, lab.respellTxId(txHash))).order).toMatchObject({
          status: "awaitingPayment",
          txHash: null,
          reportedTxHash: txHash,
        });
        await advanceAndLook(3);
        expect((await report(orderId, txHash)).order).toMatchObject({ status: "paid", txHash, reportedTxHash: txHash });
        await expect(report(orderId, lab.createTxId())).rejects.toMatchObject({ key: "orderNotPayable" });
        await expect(report(orderId, "0x12".padEnd(40, "z"))).rejects.toMatchObject({ key: "invalidRequest" });
        await expect(report("no-such-order", txHash)).rejects.toMatchObject({ key: "notFound" });
      });

      it("ignores a false report: a hash that never arrives pays nothing", async () => {
        const orderId = await send(anna);
        await report(orderId, lab.createTxId());
        await advanceAndLook(4);
        expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", paidAmount: "0" });
      });

      it("accepts a part and then the rest, and credits the excess to the balance", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.02");
        await advanceAndLook(3);
        expect(await readOrder(orderId)).toMatchObject({ status: "partiallyPaid", paidAmount: toCoins("0.02") });
        await pay(annasWallet, "0.04");
        await advanceAndLook(1);
        expect(await readStatus(orderId)).toBe("confirming");
        await advanceAndLook(2);
        expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: toCoins("0.05") });
        expect(await balanceOf(anna)).toBe(toBase("0.01"));
        expect(await readNotifications(anna)).toEqual(["excessToBalance"]);
      });

      it("is paid by two simultaneous payments of one amount, one each", async () => {
        const orders = [await send(anna), await send(anna)];
        await pay(annasWallet, "0.05");
        await pay(annasWallet, "0.05");
        await advanceAndLook(1);
        expect(await Promise.all(orders.map((orderId) => readStatus(orderId)))).toEqual(["confirming", "confirming"]);
        await advanceAndLook(2);
        expect(await Promise.all(orders.map((orderId) => readStatus(orderId)))).toEqual(["paid", "paid"]);
        expect(await balanceOf(anna)).toBe(0n);
      });

      it("is paid once: a payment to a paid order goes to the balance, and the bot notifies the payer", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.05");
        await pay(annasWallet, "0.05");
        await advanceAndLook(4);
        expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: toCoins("0.05") });
        expect(await balanceOf(anna)).toBe(toBase("0.05"));
        expect(await readNotifications(anna)).toEqual(["paymentToBalance"]);
      });

      it("settles a transfer once, however often and at whatever time it is called", async () => {
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.06");
        await advanceAndLook(2);
        const fromKey = toAddressKey(walletType(), annasWallet.address);
        const again = () =>
          settleTransfer(app, { coinType: lab.coinType, txHash, index: 0 }, { fromKey, amountBase: toBase("0.06") });
        await Promise.all([again(), again(), again()]);
        await advanceAndLook(2);
        await again();
        expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: toCoins("0.05") });
        expect(await balanceOf(anna)).toBe(toBase("0.01"));
      });

      it("accepts payments within the grace after expiry", async () => {
        const orderId = await send(anna);
        app.clock.advance(TTL_MS + GRACE_MS - 10_000);
        await pay(annasWallet, "0.05");
        await advanceAndLook(3);
        await expireOrders(app);
        expect(await readStatus(orderId)).toBe("paid");
      });

      it("expires by the final chain's time, and later payments go to the balance", async () => {
        const orderId = await send(anna);
        const reference = await readReference(orderId);
        app.clock.advance(TTL_MS + GRACE_MS + 1_000);
        // The clock alone expires nothing: the chain may still contain a payment in time.
        await expireOrders(app);
        expect(await readStatus(orderId)).toBe("awaitingPayment");

        await pay(annasWallet, "0.05", reference);
        await advanceAndLook(1);
        expect(await readStatus(orderId)).toBe("awaitingPayment");
        await advanceAndLook(3);
        await expireOrders(app);
        expect(await readStatus(orderId)).toBe("expired");
        expect(await readEnvelopeStatus(orderId)).toBe("cancelled");
        expect(await balanceOf(anna)).toBe(toBase("0.05"));
        expect(await readNotifications(anna)).toEqual(["orderExpired", "paymentToBalance"]);
        const { params } = await database.kysely
          .selectFrom("notification")
          .select("params")
          .where("kind", "=", "orderExpired")
          .where("tg_user_id", "=", anna)
          .executeTakeFirstOrThrow();
        expect(params).toEqual({ orderId });
      });

      it("does not expire while the clock is off", async () => {
        const orderId = await send(anna);
        app.clock.advance(TTL_MS + GRACE_MS + 1_000);
        await advanceAndLook(4);
        await expireOrders({ ...app, clockGuard: { ...app.clockGuard, readTrustedTime: async () => null } });
        expect(await readStatus(orderId)).toBe("awaitingPayment");
        await expireOrders(app);
        expect(await readStatus(orderId)).toBe("expired");
      });

      it("returns the paid part when it expires", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.02");
        await advanceAndLook(3);
        app.clock.advance(TTL_MS + GRACE_MS);
        await advanceAndLook(4);
        await expireOrders(app);
        expect(await readStatus(orderId)).toBe("expired");
        expect(await balanceOf(anna)).toBe(toBase("0.02"));
        expect(await readNotifications(anna)).toEqual(["partToBalance"]);
      });

      it("can be cancelled when partly paid, which returns the money to the balance, once", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.02");
        await advanceAndLook(3);
        // A transfer of the rest is under way: now it cannot be cancelled.
        await pay(annasWallet, "0.01");
        await advanceAndLook(1);
        await expect(cancel(orderId)).rejects.toMatchObject({ key: "orderNotPayable" });
        await advanceAndLook(2);
        expect(await readStatus(orderId)).toBe("partiallyPaid");

        const ended = await Promise.all([cancel(orderId), cancel(orderId)]);
        expect(ended.map(({ order }) => order.status)).toEqual(["cancelled", "cancelled"]);
        expect(await readEnvelopeStatus(orderId)).toBe("cancelled");
        expect(await balanceOf(anna)).toBe(toBase("0.03"));
        expect(await readNotifications(anna)).toEqual(["cancelledToBalance"]);

        await pay(annasWallet, "0.02");
        await advanceAndLook(3);
        expect(await balanceOf(anna)).toBe(toBase("0.05"));
        expect(await readStatus(orderId)).toBe("cancelled");
      });

      it("can be cancelled when unpaid, but not while confirming; a later payment goes to the balance", async () => {
        const orderId = await send(anna);
        expect((await cancel(orderId)).order.status).toBe("cancelled");
        expect((await cancel(orderId)).order.status).toBe("cancelled");
        expect(await readEnvelopeStatus(orderId)).toBe("cancelled");
        await pay(annasWallet, "0.05");
        await advanceAndLook(3);
        expect(await balanceOf(anna)).toBe(toBase("0.05"));

        const other = await send(anna);
        await pay(annasWallet, "0.05");
        await advanceAndLook(1);
        await expect(cancel(other)).rejects.toMatchObject({ key: "orderNotPayable" });
        await expect(callAs(app, cancelOrder, bo, { body: { orderId: other } })).rejects.toMatchObject({
          key: "notFound",
        });
      });
    });

    describe.runIf(playsEveryRule)("a sender", () => {
      it("that nobody has proven stays unmatched, also with a report, until its owner proves it", async () => {
        const orderId = await send(anna);
        const txHash = await pay(bosWallet, "0.05");
        await report(orderId, txHash);
        await advanceAndLook(4);
        expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", paidAmount: "0" });
        expect(await readOutcomes()).toEqual(["unmatched"]);

        await prove(bo, bosWallet);
        expect(await balanceOf(bo)).toBe(toBase("0.05"));
        expect(await balanceOf(anna)).toBe(0n);
        expect(await readOutcomes()).toEqual(["balance"]);
        expect(await readStatus(orderId)).toBe("awaitingPayment");
      });

      it("that is typed pays its order once it is proven after the payment", async () => {
        await bindTyped(bo, bosWallet);
        const orderId = await send(bo);
        await pay(bosWallet, "0.05");
        await advanceAndLook(3);
        expect(await readStatus(orderId, bo)).toBe("awaitingPayment");
        await prove(bo, bosWallet);
        expect(await readStatus(orderId, bo)).toBe("paid");
        expect(await readEnvelopeStatus(orderId)).toBe("open");
        expect(await balanceOf(bo)).toBe(0n);
      });

      it("gives nothing to a person who tricked its owner into a signature", async () => {
        annasWallet = await lab.createWallet();
        const victim = anna + 2n;
        const attacker = anna + 3n;
        await addUsers(app, [victim, attacker]);
        await bindTyped(victim, annasWallet);
        await pay(annasWallet, "1");
        await advanceAndLook(3);
        expect(await readOutcomes()).toEqual(["unmatched"]);

        // The attacker creates an order from the victim's wallet and has the victim sign on the official payment page.
        app.clock.advance(5 * MINUTE_MS);
        await bindTyped(attacker, annasWallet);
        await send(attacker, "0.25");
        await prove(attacker, annasWallet);
        expect(await balanceOf(attacker)).toBe(0n);
        expect(await readOutcomes()).toEqual(["unmatched"]);
        expect(await readNotifications(victim)).toEqual(["walletTakenOver"]);

        // The victim signs again: the wallet and its payments return, and its later payments are the victim's.
        app.clock.advance(5 * MINUTE_MS);
        await prove(victim, annasWallet);
        expect(await balanceOf(victim)).toBe(toBase("1"));
        expect(await readNotifications(attacker)).toEqual(["walletProven", "walletTakenOver"]);
        await pay(annasWallet, "0.25");
        await advanceAndLook(3);
        expect(await balanceOf(victim)).toBe(toBase("1.25"));
        expect(await balanceOf(attacker)).toBe(0n);
      });

      it("does not give a payment that is not final yet to a person who took over its wallet since", async () => {
        const walletId = await bindTyped(bo, bosWallet);
        const takersOrder = await send(bo);
        await unbind(bo, walletId);
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.05");
        await advanceAndLook(1);
        app.clock.advance(5 * MINUTE_MS);
        await prove(bo, annasWallet);
        await report(takersOrder, txHash, bo);
        await watcher.poll();
        expect(await readStatus(takersOrder, bo)).toBe("awaitingPayment");
        await advanceAndLook(2);
        expect(await readOutcomes()).toEqual(["unmatched"]);
        expect(await balanceOf(bo)).toBe(0n);
        expect(await readStatus(takersOrder, bo)).toBe("awaitingPayment");

        // Its sender signs again, and the order is paid.
        app.clock.advance(5 * MINUTE_MS);
        await prove(anna, annasWallet);
        expect(await readStatus(orderId)).toBe("paid");
      });

      it("pays for the person who has it proven at settlement, never for others", async () => {
        const orderId = await send(anna);
        await prove(bo, annasWallet);
        await pay(annasWallet, "0.05");
        await advanceAndLook(3);
        expect(await readStatus(orderId)).toBe("awaitingPayment");
        expect(await balanceOf(bo)).toBe(toBase("0.05"));
        await prove(anna, annasWallet);
        await pay(annasWallet, "0.05");
        await advanceAndLook(3);
        expect(await readStatus(orderId)).toBe("paid");
      });

      it("that another person had bound leaves transfers from that time unmatched, also after that person has unbound it", async () => {
        const walletId = await bindTyped(bo, bosWallet);
        await pay(bosWallet, "0.3");
        await advanceAndLook(3);
        app.clock.advance(5 * MINUTE_MS);
        await unbind(bo, walletId);
        app.clock.advance(5 * MINUTE_MS);
        await pay(bosWallet, "0.4");
        await advanceAndLook(3);
        const cleo = anna + 2n;
        await addUsers(app, [cleo]);
        await prove(cleo, bosWallet);
        expect(await balanceOf(cleo)).toBe(toBase("0.4"));
        expect(await readOutcomes()).toEqual(["unmatched", "balance"]);
        // For the first holder, nobody else had a claim to it.
        await prove(bo, bosWallet);
        expect(await balanceOf(bo)).toBe(toBase("0.3"));
      });

      it("that another person types once its payment was seen is its owner's all the same", async () => {
        await pay(bosWallet, "0.3");
        await advanceAndLook(1);
        app.clock.advance(SECOND_MS);
        const cleo = anna + 2n;
        await addUsers(app, [cleo]);
        await bindTyped(cleo, bosWallet);
        await advanceAndLook(3);
        expect(await readOutcomes()).toEqual(["unmatched"]);
        await prove(bo, bosWallet);
        expect(await balanceOf(bo)).toBe(toBase("0.3"));
      });

      it("that another person's order expected leaves transfers from that time unmatched", async () => {
        const walletId = await bindTyped(bo, bosWallet);
        await send(bo, "0.2");
        await unbind(bo, walletId);
        app.clock.advance(5 * MINUTE_MS);
        await pay(bosWallet, "0.3");
        await advanceAndLook(3);
        const cleo = anna + 2n;
        await addUsers(app, [cleo]);
        await prove(cleo, bosWallet);
        expect(await balanceOf(cleo)).toBe(0n);
        expect(await readOutcomes()).toEqual(["unmatched"]);
      });
    });

    describe("a wallet", () => {
      it("whose address differs from a proven one only in a letter's case is another one", async (context) => {
        if (lab.createLookalike === undefined) return context.skip();
        const orderId = await send(anna);
        await pay(lab.createLookalike(annasWallet), "0.05");
        await advanceAndLook(3);
        expect(await readStatus(orderId)).toBe("awaitingPayment");
        expect(await readOutcomes()).toEqual([]);
        expect(await balanceOf(anna)).toBe(0n);
      });

      it("is not proven by another wallet's signature, nor by a used one", async () => {
        const asked = chain.bringsAddressWithProof ? {} : { address: bosWallet.address };
        const challenge = await callAs(app, walletChallenge, bo, { body: { type: walletType(), ...asked } });
        const bind = async (signer: LabWallet) =>
          callAs(app, bindWallet, bo, {
            body: { type: walletType(), address: bosWallet.address, proof: await signer.sign(challenge) },
          });
        await expect(bind(annasWallet)).rejects.toMatchObject({ key: "walletAddressMismatch" });
        await expect(bind(bosWallet)).rejects.toMatchObject({ key: "notFound" });
      });
    });

    describe("a reference", () => {
      beforeEach((context) => {
        if (!lab.hasReferences) context.skip();
      });

      it("pays its order from a wallet that nobody has proven, and proves nothing", async () => {
        const orderId = await send(anna);
        await pay(bosWallet, "0.05", await readReference(orderId));
        await advanceAndLook(1);
        expect(await readStatus(orderId)).toBe("confirming");
        await advanceAndLook(2);
        expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: toCoins("0.05") });
        await pay(bosWallet, "0.05");
        await advanceAndLook(3);
        expect(await readOutcomes()).toEqual(["order", "unmatched"]);
        expect(await balanceOf(anna)).toBe(0n);
      });

      it.runIf(playsEveryRule)(
        "pays its order from another person's proven wallet, and credits the excess to the order's owner",
        async () => {
          await prove(bo, bosWallet);
          const orderId = await send(anna);
          await pay(bosWallet, "0.06", await readReference(orderId));
          await advanceAndLook(3);
          expect(await readStatus(orderId)).toBe("paid");
          expect(await balanceOf(anna)).toBe(toBase("0.01"));
          expect(await balanceOf(bo)).toBe(0n);
        },
      );

      it.runIf(playsEveryRule)("decides between orders of one amount, over age and report", async () => {
        const older = await send(anna);
        const newer = await send(anna);
        const txHash = await pay(annasWallet, "0.05", await readReference(newer));
        await report(older, txHash);
        await advanceAndLook(3);
        expect(await readStatus(newer)).toBe("paid");
        expect(await readStatus(older)).toBe("awaitingPayment");
      });

      it.runIf(playsEveryRule)(
        "of a paid or cancelled order credits the balance, and never another order",
        async () => {
          const paid = await send(anna);
          const paidReference = await readReference(paid);
          await pay(annasWallet, "0.05", paidReference);
          await advanceAndLook(3);
          const cancelled = await send(anna);
          const cancelledReference = await readReference(cancelled);
          await cancel(cancelled);
          const open = await send(anna);
          await pay(annasWallet, "0.05", paidReference);
          await pay(bosWallet, "0.05", cancelledReference);
          await advanceAndLook(1);
          expect(await readStatus(open)).toBe("awaitingPayment");
          await advanceAndLook(2);
          expect(await readStatus(open)).toBe("awaitingPayment");
          expect(await balanceOf(anna)).toBe(toBase("0.1"));
          expect(await readNotifications(anna)).toEqual(["paymentToBalance", "paymentToBalance"]);
        },
      );

      it("of a person credits their balance, whoever sends it and however often, and pays no order", async () => {
        const info = (tgUserId: bigint) => callAs(app, depositInfo, tgUserId, { query: { coinType: lab.coinType } });
        const { reference, address } = await info(anna);
        expect(address).toBe(chain.treasuryAddress);
        expect(await info(anna)).toMatchObject({ reference });
        expect((await info(bo)).reference).not.toBe(reference);
        await prove(bo, bosWallet);
        const orderId = await send(anna);
        await pay(annasWallet, "0.05", reference);
        await pay(bosWallet, "0.05", reference);
        await advanceAndLook(3);
        await pay(bosWallet, "0.01", reference);
        await advanceAndLook(3);
        expect(await readStatus(orderId)).toBe("awaitingPayment");
        expect(await balanceOf(anna)).toBe(toBase("0.11"));
        expect(await balanceOf(bo)).toBe(0n);
      });

      it("without an order changes nothing", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.05", "somebody's own note");
        await pay(bosWallet, "0.05", "somebody's own note");
        await advanceAndLook(3);
        expect(await readStatus(orderId)).toBe("paid");
        // One block may hold both payments.
        expect(await readOutcomes(annasWallet)).toEqual(["order"]);
        expect(await readOutcomes(bosWallet)).toEqual(["unmatched"]);
      });
    });

    describe("several transfers in one transaction", () => {
      beforeEach((context) => {
        if (!lab.hasSeveralTransfers) context.skip();
      });

      it("pay an order each, and none twice", async () => {
        const orders = [await send(anna), await send(anna, "0.07")];
        const references = await Promise.all(orders.map((orderId) => readReference(orderId)));
        const txHash = await bosWallet.pay(
          { amountBase: toBase("0.07"), reference: references[1] ?? null },
          { amountBase: toBase("0.05"), reference: references[0] ?? null },
          { amountBase: toBase("0.01") },
        );
        await advanceAndLook(3);
        expect(await Promise.all(orders.map((orderId) => readStatus(orderId)))).toEqual(["paid", "paid"]);
        expect(await readTransfers(txHash)).toEqual([
          [toBase("0.07"), "order"],
          [toBase("0.05"), "order"],
          [toBase("0.01"), "unmatched"],
        ]);
      });

      it("are matched in their order, both before and at settlement", async () => {
        const orderId = await send(anna);
        const txHash = await annasWallet.pay(
          ...["0.01", "0.02", "0.03", "0.04"].map((amount) => ({ amountBase: toBase(amount) })),
        );
        await advanceAndLook(3);
        expect(await readStatus(orderId)).toBe("paid");
        expect((await readTransfers(txHash)).map(([, outcome]) => outcome)).toEqual([
          "order",
          "order",
          "order",
          "balance",
        ]);
        expect(await balanceOf(anna)).toBe(toBase("0.05"));
      });
    });

    describe("a reorganisation", () => {
      it("that leaves a transaction fewer transfers removes only the others", async (context) => {
        if (lab.cutTransaction === undefined) return context.skip();
        const orders = [await send(anna), await send(anna, "0.07")];
        const txHash = await annasWallet.pay({ amountBase: toBase("0.05") }, { amountBase: toBase("0.07") });
        await advanceAndLook(1);
        expect(await Promise.all(orders.map((orderId) => readStatus(orderId)))).toEqual(["confirming", "confirming"]);
        await lab.cutTransaction(txHash, 1);
        await advanceAndLook(1);
        expect(await Promise.all(orders.map((orderId) => readStatus(orderId)))).toEqual([
          "confirming",
          "awaitingPayment",
        ]);
        await advanceAndLook(2);
        expect(await readTransfers(txHash)).toEqual([[toBase("0.05"), "order"]]);
        expect(alarms).toEqual([]);
      });

      it("removes a payment: the order goes back, and another payment replaces it", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.05");
        await advanceAndLook(2);
        expect(await readStatus(orderId)).toBe("confirming");
        await lab.drop(2);
        await watcher.poll();
        expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", txHash: null });
        await pay(annasWallet, "0.05");
        await advanceAndLook(3);
        expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: toCoins("0.05") });
        expect(await balanceOf(anna)).toBe(0n);
        expect(alarms).toEqual([]);
      });

      it("moves a payment to another block, where it pays once", async () => {
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.05");
        await advanceAndLook(2);
        await lab.drop(2);
        await lab.sendAgain(txHash);
        await advanceAndLook(1);
        expect(await readOrder(orderId)).toMatchObject({ status: "confirming", txHash, confirmations: 1 });
        await advanceAndLook(3);
        expect(await readOrder(orderId)).toMatchObject({ status: "paid", txHash });
        expect(await readOutcomes()).toEqual(["order"]);
        expect(alarms).toEqual([]);
      });

      it.runIf(playsEveryRule)("leaves a partly paid order unchanged", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.02");
        await advanceAndLook(3);
        await pay(annasWallet, "0.03");
        await advanceAndLook(1);
        expect(await readStatus(orderId)).toBe("confirming");
        await lab.drop(1);
        await watcher.poll();
        expect(await readStatus(orderId)).toBe("partiallyPaid");
      });

      it.runIf(playsEveryWatch)("is noticed by a watcher that has just started", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.05");
        await advanceAndLook(1);
        await lab.drop(1);
        watcher = await watch(first, second);
        expect(await readStatus(orderId)).toBe("awaitingPayment");
      });
    });

    describe("a watcher", () => {
      it("finds what happened while it was down, also in the middle of a payment", async () => {
        const orderId = await send(anna);
        const later = await send(anna, "0.06");
        await pay(annasWallet, "0.05");
        await advanceAndLook(1);
        await lab.advance(60);
        await pay(annasWallet, "0.06");
        await lab.advance(1);
        watcher = await watch(first, second);
        expect(await readStatus(orderId)).toBe("paid");
        expect(await readOrder(later)).toMatchObject({ status: "confirming", confirmations: 1 });
        expect(await readOutcomes()).toEqual(["order", null]);
      });

      it("catches up with many payments, each once", async () => {
        for (let payment = 0; payment < 23; payment += 1) await pay(annasWallet, "0.001");
        await lab.advance(2);
        await pay(annasWallet, "0.001");
        await lab.advance(3);
        await watcher.poll();
        expect(await balanceOf(anna)).toBe(toBase("0.024"));
      });

      it.runIf(playsEveryWatch)("works beside another one: nothing is settled twice", async () => {
        const other = await watch(second, first);
        const orderId = await send(anna);
        await pay(annasWallet, "0.02");
        await pay(annasWallet, "0.04");
        for (let block = 0; block < 4; block += 1) {
          await lab.advance(1);
          await Promise.all([watcher.poll(), other.poll()]);
        }
        expect(await readStatus(orderId)).toBe("paid");
        expect(await balanceOf(anna)).toBe(toBase("0.01"));
        // A late watcher finds everything done.
        await pay(annasWallet, "0.03");
        await advanceAndLook(4);
        await other.poll();
        expect(await balanceOf(anna)).toBe(toBase("0.04"));
        expect(alarms).toEqual([]);
      });

      it.runIf(playsEveryWatch)("reports an outage and continues after it", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.05");
        await lab.advance(3);
        for (const endpoint of lab.endpoints) endpoint.setAway(true);
        await expect(watcher.poll()).rejects.toThrow(ChainUnavailable);
        for (const endpoint of lab.endpoints) endpoint.setAway(false);
        await watcher.poll();
        expect(await readStatus(orderId)).toBe("paid");
      });

      it.runIf(playsEveryRule)("reviews any number of small transfers with as many statements as one", async () => {
        const countStatements = async () => {
          let count = 0;
          const counting = database.kysely.withPlugin({
            transformQuery: ({ node }) => {
              count += 1;
              return node;
            },
            transformResult: async ({ result }) => result,
          });
          await counting.transaction().execute((trx) => reviewPending(trx, app, lab.coinType));
          return count;
        };
        await pay(annasWallet, "0.001");
        await advanceAndLook(1);
        const one = await countStatements();
        for (let transfer = 0; transfer < 9; transfer += 1) await pay(annasWallet, "0.001");
        await advanceAndLook(1);
        expect(await countStatements()).toBe(one);
        await advanceAndLook(3);
        expect(await balanceOf(anna)).toBe(toBase("0.01"));
      });
    });

    describe("a transaction that cannot be read", () => {
      it("is set aside once, with an alarm, and holds up neither a later payment nor the cursor", async () => {
        const orderId = await send(anna);
        const txHash = await bosWallet.payUnreadably(toBase("0.02"));
        await lab.advance(1);
        await pay(annasWallet, "0.05", await readReference(orderId));
        await advanceAndLook(4);
        expect(await readStatus(orderId)).toBe("paid");
        expect(alarms).toEqual([UNREAD]);
        expect((await listUnread(app)).summary).toContain(txHash);
        expect((await findAlarms(app, [], 0)).map(({ kind, subject }) => ({ kind, subject }))).toContainEqual({
          kind: "transferUnread",
          subject: lab.coinType,
        });
        const { position } = await readUnread(txHash);
        expect((await readCursor()).settled_position).toBeGreaterThanOrEqual(position);

        const decision = { operator: "ann", reason: "ticket 7", isDryRun: false, coinType: lab.coinType, txHash };
        expect(await acknowledgeUnread(app, { ...decision, isDryRun: true })).toMatchObject({ isDone: false });
        expect(await acknowledgeUnread(app, decision)).toMatchObject({ isDone: true });
        expect(await acknowledgeUnread(app, decision)).toMatchObject({ isDone: false, isRepeat: true });
        watcher = await watch(second, first);
        await advanceAndLook(2);
        expect((await readUnread(txHash)).acknowledged_at).not.toBeNull();
        expect(await findAlarms(app, [], 0)).toEqual([]);
        expect(alarms).toEqual([UNREAD]);
      });
    });

    describe("an endpoint", () => {
      it("that invents a payment settles nothing; the invented payment disappears, and real ones settle", async () => {
        const invented = lab.createTxId();
        const real = await pay(bosWallet, "0.01");
        first.setLie({ kind: "invented", like: real, txId: invented });
        await advanceAndLook(4);
        expect(await readTransfers(invented)).toEqual([[expect.anything(), null]]);
        expect(await readTransfers(real)).toEqual([[toBase("0.01"), "unmatched"]]);
        const held = (await readCursor()).settled_position;
        await advanceAndLook(3);
        expect((await readCursor()).settled_position).toBe(held);
        expect(alarms).toEqual([CONTRADICTION]);
        const line = `hongbao_chain_disputed_transfers{coin="${lab.coinType}"}`;
        expect(await formatMetrics(app)).toContain(`${line} 1\n`);

        first.setLie(null);
        await advanceAndLook(1);
        expect(await readTransfers(invented)).toEqual([]);
        expect((await readCursor()).settled_position).toBeGreaterThan(held);
        expect(await formatMetrics(app)).toContain(`${line} 0\n`);
      });

      it.each(["amount", "sender", "reference"] as const)(
        "that lies once about the %s gains nothing, whether it goes on or dies",
        async (kind) => {
          if (kind === "reference" ? !lab.hasReferences : lab.hasBindingIds === true) return;
          const orderId = await send(anna);
          const txHash = await pay(annasWallet, "0.05", await readReference(orderId));
          first.setLie({ kind, txId: txHash });
          watcher = await watch(first, second);
          await advanceAndLook(4);
          expect((await readTransfers(txHash)).map(([, outcome]) => outcome)).toEqual([null]);
          expect(alarms).toEqual([CONTRADICTION]);
          // With one of two endpoints down, nothing is settled either.
          first.setAway(true);
          await lab.advance(1);
          await expect(watcher.poll()).rejects.toThrow(ChainUnavailable);
          expect((await readTransfers(txHash)).map(([, outcome]) => outcome)).toEqual([null]);

          first.setAway(false);
          first.setLie(null);
          await advanceAndLook(2);
          expect(await readTransfers(txHash)).toEqual([[toBase("0.05"), "order"]]);
          expect(await readStatus(orderId)).toBe("paid");
          expect(alarms).toEqual([CONTRADICTION]);
        },
      );

      it.each(["amount", "sender", "reference"] as const)(
        "that is alone is read anew: its other word about the %s is no more than a reason to look again",
        async (kind) => {
          if (kind === "reference" ? !lab.hasReferences : lab.hasBindingIds === true) return;
          const orderId = await send(anna);
          const txHash = await pay(annasWallet, "0.05", await readReference(orderId));
          first.setLie({ kind, txId: txHash });
          const single = await lab.connect(first);
          // It lies while the chain is scanned, and is honest at the settlement.
          const confirmTransfer: Chain["confirmTransfer"] = (asked) => {
            first.setLie(null);
            return single.confirmTransfer(asked);
          };
          watcher = new TestWatcher(app, { ...single, confirmTransfer });
          await advanceAndLook(3);
          expect(await readTransfers(txHash)).toEqual([[expect.anything(), null]]);
          expect(alarms).toEqual([CONTRADICTION]);
          await watcher.poll();
          expect(await readTransfers(txHash)).toEqual([[toBase("0.05"), "order"]]);
          expect(await readStatus(orderId)).toBe("paid");
        },
      );

      it("that omits a payment keeps it disputed, also when the chain is read again through it", async () => {
        const txHash = await pay(bosWallet, "0.03");
        await advanceAndLook(1);
        second.setLie({ kind: "leftOut", txId: txHash });
        await advanceAndLook(3);
        expect(alarms).toEqual([CONTRADICTION]);
        const again = await watch(second, first);
        await advanceAndLook(2, again);
        expect(await readTransfers(txHash)).toEqual([[toBase("0.03"), null]]);
        second.setLie(null);
        await advanceAndLook(2, again);
        expect(await readTransfers(txHash)).toEqual([[toBase("0.03"), "unmatched"]]);
      });

      it("that leaves a payment out from the start settles nothing past it, and it pays once both have it", async () => {
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.05", await readReference(orderId));
        first.setLie({ kind: "leftOut", txId: txHash });
        await advanceAndLook(4);
        expect((await readTransfers(txHash)).map(([, outcome]) => outcome)).toEqual([null]);
        expect(alarms).toEqual([CONTRADICTION]);
        const held = (await readCursor()).settled_position;
        await advanceAndLook(2);
        expect((await readCursor()).settled_position).toBe(held);

        first.setLie(null);
        await advanceAndLook(2);
        expect(await readTransfers(txHash)).toEqual([[toBase("0.05"), "order"]]);
        expect(await readStatus(orderId)).toBe("paid");
        expect((await readCursor()).settled_position).toBeGreaterThan(held);
      });

      it("that leaves a payment out like the other loses it to nobody, once one of them lists it before the books are compared", async () => {
        await pay(bosWallet, "0.01");
        await advanceAndLook(4);
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.05", await readReference(orderId));
        for (const endpoint of lab.endpoints) endpoint.setLie({ kind: "leftOut", txId: txHash });
        const inner = await lab.connect(first, second);
        await lab.advance(1);
        const { position: paidAt } = await inner.readHead();
        const readTreasury: Chain["readTreasury"] = (position, since) => {
          if (position >= paidAt) for (const endpoint of lab.endpoints) endpoint.setLie(null);
          return inner.readTreasury(position, since);
        };
        const before = await readAccount(ACCOUNTS.unmatched(lab.coinType));
        await advanceAndLook(6, new TestWatcher(app, { ...inner, readTreasury }));
        expect(await readTransfers(txHash)).toEqual([[toBase("0.05"), "order"]]);
        expect(await readStatus(orderId)).toBe("paid");
        expect(await readAccount(ACCOUNTS.unmatched(lab.coinType))).toBe(before);
        expect(alarms).toEqual([]);
      });

      it("whose index has a hole, as the other's, loses no payment that its payer reports", async () => {
        if (chain.omitted.kind !== "unlisted") return;
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.05");
        for (const endpoint of lab.endpoints) endpoint.setLie({ kind: "unlisted", txId: txHash });
        await report(orderId, txHash);
        await advanceAndLook(5);
        expect(await readStatus(orderId)).toBe("awaitingPayment");
        // What the treasury holds is known by its next transaction.
        const before = await readAccount(ACCOUNTS.unmatched(lab.coinType));
        await pay(bosWallet, "0.01");
        await advanceAndLook(5);
        expect(await readTransfers(txHash)).toEqual([[toBase("0.05"), "order"]]);
        expect(await readStatus(orderId)).toBe("paid");
        expect((await readAccount(ACCOUNTS.unmatched(lab.coinType))) - before).toBe(toBase("0.01"));
      });

      it("cannot move the cursor alone, neither by its times nor by its blocks", async () => {
        const orderId = await send(anna);
        await advanceAndLook(1);
        const honest = await readCursor();
        first.setLie({ kind: "laterTimes" });
        await advanceAndLook(3);
        expect(await readCursor()).toEqual(honest);
        expect(alarms).toEqual([POSITION_CONTRADICTION]);
        // Its times would have expired the order.
        await expireOrders(app);
        expect(await readStatus(orderId)).toBe("awaitingPayment");

        first.setLie({ kind: "ahead" });
        const { position: tip } = await (await lab.connect(second)).readHead();
        const again = await watch(first, second);
        await again.poll();
        expect((await readCursor()).settled_position).toBeLessThan(tip);

        first.setLie(null);
        await advanceAndLook(3);
        expect((await readCursor()).settled_position).toBeGreaterThanOrEqual(tip);
        expect(alarms).toEqual([POSITION_CONTRADICTION]);
      });

      it.each(["laterTimes", "ahead", "farAhead"] as const)("changes no terms of a payment: %s", async (kind) => {
        const order = {
          from: annasWallet.address,
          to: chain.treasuryAddress,
          amountBase: toBase("0.05"),
          reference: chain.createReference?.(app.random) ?? null,
        };
        const build = async (...endpoints: readonly LabEndpoint[]) => {
          const terms = await (await lab.connect(...endpoints)).buildPayment(order);
          // What makes two equal transfers two transactions.
          const own = new Set(["timestamp", "txID", "raw_data_hex"]);
          return JSON.stringify(terms, (key, value: unknown) => (own.has(key) ? null : stringifyBase(value)));
        };
        const honest = await build(second);
        first.setLie({ kind });
        const told = await build(first, second).catch((error: unknown) => error);
        expect(told instanceof ChainUnavailable ? "refused" : told).toBeOneOf(["refused", honest]);
      });

      it.each([
        ["one that names newer blocks than there are, beside another", "farAhead", null],
        ["one that names newer blocks than there are, among three", "farAhead", "honest"],
        ["one that stands still, among three", "still", "honest"],
        ["one that stands still and one that names newer blocks, among three", "still", "farAhead"],
      ] as const)("holds up nothing: %s", async (_, kind, other) => {
        first.setLie({ kind });
        if (other === "farAhead") second.setLie({ kind: other });
        chain = await lab.connect(first, second, ...(other === null ? [] : [lab.spare]));
        app.chains = linkChain(chain);
        watcher = new TestWatcher(app, chain);
        await watcher.poll();
        const orderId = await send(anna);
        const txHash = await pay(annasWallet, "0.05", await readReference(orderId));
        await advanceAndLook(1);
        expect(await readOrder(orderId)).toMatchObject({ status: "confirming", txHash, confirmations: 1 });
        await advanceAndLook(2);
        expect(await readStatus(orderId)).toBe("paid");
        expect(alarms).toEqual([]);
      });

      it.runIf(playsEveryWatch)("that stands still beside another holds everything up until it goes on", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.05");
        first.setLie({ kind: "still" });
        await advanceAndLook(4);
        expect(await readStatus(orderId)).not.toBe("paid");
        expect(await readOutcomes()).not.toContain("order");
        first.setLie(null);
        await watcher.poll();
        expect(await readStatus(orderId)).toBe("paid");
        expect(alarms).toEqual([]);
      });

      it.runIf(playsEveryWatch)("that is down settles nothing, and no order expires meanwhile", async () => {
        const paid = await send(anna);
        const unpaid = await send(anna, "0.07");
        await pay(annasWallet, "0.05");
        await advanceAndLook(1);
        second.setAway(true);
        app.clock.advance(TTL_MS + GRACE_MS);
        for (let block = 0; block < 4; block += 1) {
          await lab.advance(1);
          await expect(watcher.poll()).rejects.toThrow(ChainUnavailable);
          await expireOrders(app);
        }
        expect(await readStatus(paid)).toBe("confirming");
        expect(await readStatus(unpaid)).toBe("awaitingPayment");
        expect(await readOutcomes()).toEqual([null]);

        second.setAway(false);
        await watcher.poll();
        await expireOrders(app);
        expect(await readStatus(paid)).toBe("paid");
        expect(await readStatus(unpaid)).toBe("expired");
      });

      it.runIf(playsEveryWatch)("that is behind delays the settlement until it catches up", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.05");
        second.setLie({ kind: "behind", blocks: 2 });
        await advanceAndLook(3);
        expect(await readStatus(orderId)).toBe("confirming");
        // No new block shows that it has caught up.
        second.setLie(null);
        await watcher.poll();
        expect(await readStatus(orderId)).toBe("paid");
        expect(alarms).toEqual([]);
      });

      it("that is far behind, or says so, moves the cursor nowhere, and the other is read", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.06");
        await advanceAndLook(5);
        const settled = await readCursor();
        first.setLie({ kind: "behind", blocks: 4 });
        const again = await watch(first, second);
        await again.poll();
        expect(await readCursor()).toEqual(settled);
        await pay(bosWallet, "0.03");
        await lab.advance(1);
        await again.poll();
        expect(await readOutcomes(bosWallet)).toEqual([null]);
        first.setLie(null);
        await advanceAndLook(3, again);
        expect(await readOutcomes(bosWallet)).toEqual(["unmatched"]);
        expect(await readStatus(orderId)).toBe("paid");
        expect(await balanceOf(anna)).toBe(toBase("0.01"));
      });

      it("that is behind like the other moves the cursor of a local chain alone, and nothing is settled twice", async () => {
        const orderId = await send(anna);
        await pay(annasWallet, "0.06");
        await advanceAndLook(5);
        const settled = await readCursor();
        for (const endpoint of lab.endpoints) endpoint.setLie({ kind: "behind", blocks: 4 });
        const again = new TestWatcher(app, await lab.connect(first, second));
        const polls = [await again.poll().catch((error: unknown) => error), await again.poll().catch(() => null)];
        expect(polls[0] instanceof ChainUnavailable).toBe(!chain.isLocal);
        const { settled_position: position, settled_ref: ref } = await readCursor();
        expect(position < settled.settled_position).toBe(chain.isLocal);
        expect([null, await chain.readRefAt(position)]).toContain(ref);
        for (const endpoint of lab.endpoints) endpoint.setLie(null);
        await advanceAndLook(2, again);
        expect((await readCursor()).settled_position).toBeGreaterThan(settled.settled_position);
        expect(await readStatus(orderId)).toBe("paid");
        expect(await balanceOf(anna)).toBe(toBase("0.01"));
      });
    });

    describe("the treasury", () => {
      const unmatched = () => readAccount(`unmatched:${lab.coinType}`);
      const readMissing = () => readState(database.kysely, nameMissing(lab.coinType));

      it("books a surplus once as unmatched, and no transfer of the same block", async () => {
        await advanceAndLook(1);
        const before = await unmatched();
        await lab.adjustTreasury(7n);
        await pay(bosWallet, "0.01");
        await advanceAndLook(5);
        expect((await unmatched()) - before).toBe(toBase("0.01") + 7n);
        watcher = await watch(first, second);
        await advanceAndLook(2);
        expect((await unmatched()) - before).toBe(toBase("0.01") + 7n);
        expect(alarms).toEqual([]);
      });

      it.runIf(playsEveryRule)("stops sends while money is missing, and logs each change once", async () => {
        const missing = toBase("0.001");
        await lab.adjustTreasury(-missing);
        await advanceAndLook(4);
        expect(await readMissing()).toBe(String(missing));
        expect(alarms).toEqual([SHORTFALL]);
        await expect(send(anna)).rejects.toMatchObject({ key: "serviceUnavailable" });
        // A transfer adds to both sides.
        await pay(bosWallet, "0.01");
        await advanceAndLook(3);
        expect(await readMissing()).toBe(String(missing));
        await lab.adjustTreasury(missing);
        await advanceAndLook(4);
        expect(await readMissing()).toBeNull();
        expect(alarms).toEqual([SHORTFALL]);
      });

      it("is compared correctly while the chain grows during each poll, with no transfer as a surplus", async () => {
        await advanceAndLook(1);
        const before = await unmatched();
        const confirmPosition: Chain["confirmPosition"] = async (position) => {
          const confirmation = await chain.confirmPosition(position);
          await pay(annasWallet, "0.001");
          await lab.advance(1);
          return confirmation;
        };
        const busy = new TestWatcher(app, { ...chain, confirmPosition });
        await lab.adjustTreasury(5n);
        await lab.advance(1);
        for (let look = 0; look < 6; look += 1) await busy.poll();
        expect((await unmatched()) - before).toBe(5n);
        expect(alarms).toEqual([]);
        await advanceAndLook(4);
        expect((await unmatched()) - before).toBe(5n);
      });

      it.runIf(playsEveryRule)("opens no envelope while money is missing, and each once when it is back", async () => {
        const missing = nameMissing(lab.coinType);
        const orderId = await send(anna);
        await addState(database.kysely, missing, "1");
        // Prevents the comparison with this chain from clearing the mark.
        watcher = new TestWatcher(app, { ...chain, readTreasury: async () => null });
        await pay(annasWallet, "0.06");
        await advanceAndLook(4);
        expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: toCoins("0.05") });
        expect(await readEnvelopeStatus(orderId)).toBe("awaitingPayment");
        expect(await readAccount(`order:${orderId}`)).toBe(toBase("0.05"));
        expect(await balanceOf(anna)).toBe(toBase("0.01"));
        await expect(cancel(orderId)).rejects.toMatchObject({ key: "orderNotPayable" });
        app.clock.advance(TTL_MS + GRACE_MS);
        await advanceAndLook(4);
        await expireOrders(app);
        expect(await readEnvelopeStatus(orderId)).toBe("awaitingPayment");
        expect(await findBreaches(database)).toEqual([
          expect.stringContaining("the treasury held what the books say when they were last compared with the chain"),
        ]);

        await clearState(database.kysely, missing);
        const { coinType } = lab;
        await Promise.all([openWaiting(app, coinType), watcher.poll(), openWaiting(app, coinType)]);
        expect(await readEnvelopeStatus(orderId)).toBe("open");
        expect(await readAccount(`order:${orderId}`)).toBe(0n);
      });
    });
  });
}
