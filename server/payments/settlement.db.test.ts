import { computeAddress, parseEther, Wallet } from "ethers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectEthereum } from "#server/chains/ethereum/connect.ts";
import type { Chain } from "#server/chains/chain.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import type { Database } from "#server/db/database.ts";
import { openWaiting } from "#server/envelopes/life/openWaiting.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { unbindWallet } from "#server/wallets/unbindWallet.ts";
import { walletChallenge } from "#server/wallets/walletChallenge.ts";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp, type TestClock } from "#tests/support/testApp.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { ChainWatcher } from "./chainWatcher.ts";
import { expireOrders } from "#server/orders/expireOrders.ts";
import { orderDetail } from "#server/orders/orderDetail.ts";
import { reviewPending } from "./reviewPending.ts";
import { settleTransfer } from "./settleTransfer.ts";
import { submitPayment } from "./submitPayment.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);
const MINUTE_MS = 60_000;
/** ORDER_TTL_S and ORDER_GRACE_S. */
const TTL_MS = 30 * MINUTE_MS;
const GRACE_MS = 15 * MINUTE_MS;

describe("settlement of payments found on chain", () => {
  let database: Database;
  let anvil: Anvil;
  /** One for the node and all tests: a chain's time never goes back. */
  let clock: TestClock;
  let app: TestApp;
  let chain: Chain;
  let watcher: ChainWatcher;
  let annasWallet: Wallet;
  let bosWallet: Wallet;
  let anna = 100n;
  let bo = 0n;

  beforeAll(async () => {
    let nowMs = Date.parse("2026-11-20T12:00:00Z");
    clock = {
      now: () => new Date(nowMs),
      advance(milliseconds) {
        nowMs += milliseconds;
      },
    };
    anvil = await startAnvil(clock);
    await anvil.mine(2);
    database = await openTestDatabase();
    const config = { rpcUrls: [anvil.rpcUrl], treasuryAddress: TREASURY, confirmations: 3, explorerTx: null };
    chain = await connectEthereum(config, silentLogger);
    app = { ...createTestApp(database, "settlement"), clock, chains: linkChain(chain) };
  });
  afterAll(async () => {
    await anvil.stop();
    await database.close();
  });

  // Each test has people and wallets of its own, so that one chain and one database serve them all.
  beforeEach(async () => {
    anna += 10n;
    bo = anna + 1n;
    annasWallet = await fundWallet();
    bosWallet = await fundWallet();
    await addUsers(app, [anna, bo]);
    await prove(anna, annasWallet);
    await anvil.mine(3);
    watcher = restartWatcher();
    await watcher.poll();
  });
  afterEach(expectBalancedLedger);

  async function fundWallet(): Promise<Wallet> {
    const key = Buffer.from(app.random.bytes(32)).toString("hex");
    const wallet = new Wallet(`0x${key}`);
    await anvil.call("anvil_setBalance", [wallet.address, `0x${parseEther("100").toString(16)}`]);
    return wallet;
  }

  function restartWatcher(): ChainWatcher {
    return new ChainWatcher(app, requireChain(app, "eth"));
  }

  async function prove(tgUserId: bigint, wallet: Wallet): Promise<void> {
    const body = { type: "ETH", address: wallet.address } as const;
    const { challengeId, message } = await callAs(app, walletChallenge, tgUserId, { body });
    const signature = await wallet.signMessage(message);
    await callAs(app, bindWallet, tgUserId, { body: { ...body, proof: { challengeId, signature } } });
  }

  async function send(tgUserId: bigint, totalAmount = "0.05"): Promise<string> {
    const body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount, passphrase: "Lucky Day" } as const;
    const { order } = await callAs(app, sendRedEnvelope, tgUserId, { body });
    return order.orderId;
  }

  async function readOrder(orderId: string, tgUserId = anna) {
    return (await callAs(app, orderDetail, tgUserId, { query: { orderId } })).order;
  }

  function report(orderId: string, txHash: string) {
    return callAs(app, submitPayment, anna, { body: { orderId, txHash } });
  }

  async function readEnvelopeStatus(orderId: string): Promise<string> {
    const row = await database.kysely
      .selectFrom("envelope")
      .select("status")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    return row.status;
  }

  async function readOutcomes(): Promise<(string | null)[]> {
    const rows = await database.kysely
      .selectFrom("chain_transfer")
      .select("outcome")
      .where("from_address", "in", [annasWallet.address, bosWallet.address])
      .orderBy("position")
      .execute();
    return rows.map((row) => row.outcome);
  }

  async function readNotifications(tgUserId: bigint): Promise<string[]> {
    const rows = await database.kysely
      .selectFrom("notification")
      .select("kind")
      .where("tg_user_id", "=", tgUserId)
      .where("kind", "<>", "walletBound")
      .execute();
    return rows.map((row) => row.kind);
  }

  async function readAccount(account: string): Promise<bigint> {
    const lines = await database.kysely
      .selectFrom("ledger_entry")
      .select("amount_base")
      .where("account", "=", account)
      .execute();
    return lines.reduce((sum, line) => sum + line.amount_base, 0n);
  }

  const balanceOf = (tgUserId: bigint) => readBalance(database.kysely, tgUserId, "eth");
  const pay = (wallet: Wallet, amount: string) => anvil.pay(wallet, TREASURY, parseEther(amount));

  async function mineAndLook(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await anvil.mine(1);
      await watcher.poll();
    }
  }

  async function expectBalancedLedger(): Promise<void> {
    const rows = await database.kysely.selectFrom("ledger_entry").select(["account", "amount_base"]).execute();
    const sumOf = (prefix: string) =>
      rows.filter((row) => row.account.startsWith(prefix)).reduce((sum, row) => sum + row.amount_base, 0n);
    expect(sumOf("")).toBe(0n);
    const settled = await database.kysely
      .selectFrom("chain_transfer")
      .select("amount_base")
      .where("settled_at", "is not", null)
      .execute();
    expect(-sumOf("treasury:")).toBe(settled.reduce((sum, row) => sum + row.amount_base, 0n));
  }

  it("pays an order that nobody reported, step by step", async () => {
    const orderId = await send(anna);
    const txHash = await pay(annasWallet, "0.05");
    expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", txHash: null, confirmations: 0 });

    await mineAndLook(1);
    expect(await readOrder(orderId)).toMatchObject({
      status: "confirming",
      txHash,
      confirmations: 1,
      requiredConfirmations: 3,
    });
    await mineAndLook(1);
    expect(await readOrder(orderId)).toMatchObject({ status: "confirming", confirmations: 2, paidAmount: "0" });
    expect(await readEnvelopeStatus(orderId)).toBe("awaitingPayment");

    await mineAndLook(1);
    expect(await readOrder(orderId)).toMatchObject({ status: "paid", confirmations: 3, paidAmount: "0.05", txHash });
    expect(await readEnvelopeStatus(orderId)).toBe("open");
    expect(await balanceOf(anna)).toBe(0n);
    await mineAndLook(2);
    expect(await readOutcomes()).toEqual(["order"]);
  });

  it("shows a reported hash before it is mined and takes a late report of a paid order as told", async () => {
    const orderId = await send(anna);
    const txHash = await pay(annasWallet, "0.05");
    expect((await report(orderId, txHash.toUpperCase().replace("0X", "0x"))).order).toMatchObject({
      status: "awaitingPayment",
      txHash: null,
      reportedTxHash: txHash,
    });
    await mineAndLook(3);
    expect((await report(orderId, txHash)).order).toMatchObject({ status: "paid", txHash, reportedTxHash: txHash });
    const other = `0x${"e".repeat(64)}`;
    await expect(report(orderId, other)).rejects.toMatchObject({ key: "orderNotPayable" });
    await expect(report(orderId, "0x12".padEnd(40, "z"))).rejects.toMatchObject({ key: "invalidRequest" });
    await expect(report("no-such-order", txHash)).rejects.toMatchObject({ key: "notFound" });
  });

  it("believes no report: a hash that never comes pays nothing", async () => {
    const orderId = await send(anna);
    await report(orderId, `0x${"e".repeat(64)}`);
    await mineAndLook(4);
    expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", paidAmount: "0" });
  });

  it("keeps a payment from a strange wallet unmatched until its owner proves it", async () => {
    const orderId = await send(anna);
    const txHash = await pay(bosWallet, "0.05");
    await report(orderId, txHash);
    await mineAndLook(4);
    expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", paidAmount: "0" });
    expect(await readOutcomes()).toEqual(["unmatched"]);

    await prove(bo, bosWallet);
    expect(await balanceOf(bo)).toBe(parseEther("0.05"));
    expect(await balanceOf(anna)).toBe(0n);
    expect(await readOutcomes()).toEqual(["balance"]);
    expect((await readOrder(orderId)).status).toBe("awaitingPayment");
  });

  it("pays the order once its typed wallet is proven after the payment", async () => {
    await callAs(app, bindWallet, bo, { body: { type: "ETH", address: bosWallet.address.toLowerCase() } });
    const orderId = await send(bo);
    await pay(bosWallet, "0.05");
    await mineAndLook(3);
    expect((await readOrder(orderId, bo)).status).toBe("awaitingPayment");
    await prove(bo, bosWallet);
    expect((await readOrder(orderId, bo)).status).toBe("paid");
    expect(await readEnvelopeStatus(orderId)).toBe("open");
    expect(await balanceOf(bo)).toBe(0n);
  });

  it("gives nothing that its owner sent to whoever tricked the owner into a signature", async () => {
    const type = (tgUserId: bigint) =>
      callAs(app, bindWallet, tgUserId, { body: { type: "ETH", address: annasWallet.address } });
    annasWallet = await fundWallet();
    const victim = anna + 2n;
    const attacker = anna + 3n;
    await addUsers(app, [victim, attacker]);
    await type(victim);
    await pay(annasWallet, "1");
    await mineAndLook(3);
    expect(await readOutcomes()).toEqual(["unmatched"]);

    // The attacker makes an order from the victim's wallet and has the victim sign on the official payment page.
    clock.advance(5 * MINUTE_MS);
    await type(attacker);
    await send(attacker, "0.25");
    await prove(attacker, annasWallet);
    expect(await balanceOf(attacker)).toBe(0n);
    expect(await readOutcomes()).toEqual(["unmatched"]);
    expect(await readNotifications(victim)).toEqual(["walletTakenOver"]);

    // The victim signs again: the wallet and what it sent come back, and what it sends from now on is the victim's.
    clock.advance(5 * MINUTE_MS);
    await prove(victim, annasWallet);
    expect(await balanceOf(victim)).toBe(parseEther("1"));
    expect(await readNotifications(attacker)).toEqual(["walletTakenOver"]);
    await pay(annasWallet, "0.25");
    await mineAndLook(3);
    expect(await balanceOf(victim)).toBe(parseEther("1.25"));
    expect(await balanceOf(attacker)).toBe(0n);
    expect(await findBreaches(database)).toEqual([]);
  });

  it("gives a payment that is not final yet to nobody who took its wallet over since", async () => {
    const { wallet } = await callAs(app, bindWallet, bo, { body: { type: "ETH", address: bosWallet.address } });
    const takersOrder = await send(bo);
    await callAs(app, unbindWallet, bo, { body: { walletId: wallet.walletId } });
    const orderId = await send(anna);
    const txHash = await pay(annasWallet, "0.05");
    await mineAndLook(1);
    clock.advance(5 * MINUTE_MS);
    await prove(bo, annasWallet);
    await callAs(app, submitPayment, bo, { body: { orderId: takersOrder, txHash } });
    await watcher.poll();
    expect((await readOrder(takersOrder, bo)).status).toBe("awaitingPayment");
    await mineAndLook(2);
    expect(await readOutcomes()).toEqual(["unmatched"]);
    expect(await balanceOf(bo)).toBe(0n);
    expect((await readOrder(takersOrder, bo)).status).toBe("awaitingPayment");

    // Its sender signs again, and the order is paid after all.
    clock.advance(5 * MINUTE_MS);
    await prove(anna, annasWallet);
    expect((await readOrder(orderId)).status).toBe("paid");
    expect(await findBreaches(database)).toEqual([]);
  });

  it("lets the open order of a former holder be paid by whoever has the wallet proven at settlement, never by others", async () => {
    const orderId = await send(anna);
    await prove(bo, annasWallet);
    await pay(annasWallet, "0.05");
    await mineAndLook(3);
    expect((await readOrder(orderId)).status).toBe("awaitingPayment");
    expect(await balanceOf(bo)).toBe(parseEther("0.05"));
    await prove(anna, annasWallet);
    await pay(annasWallet, "0.05");
    await mineAndLook(3);
    expect((await readOrder(orderId)).status).toBe("paid");
  });

  it("leaves unmatched what arrived while another person had the address, also when that person has unbound it since", async () => {
    const { wallet } = await callAs(app, bindWallet, bo, { body: { type: "ETH", address: bosWallet.address } });
    await pay(bosWallet, "0.3");
    await mineAndLook(3);
    clock.advance(5 * MINUTE_MS);
    await callAs(app, unbindWallet, bo, { body: { walletId: wallet.walletId } });
    clock.advance(5 * MINUTE_MS);
    await pay(bosWallet, "0.4");
    await mineAndLook(3);
    const cleo = anna + 2n;
    await addUsers(app, [cleo]);
    await prove(cleo, bosWallet);
    expect(await balanceOf(cleo)).toBe(parseEther("0.4"));
    expect(await readOutcomes()).toEqual(["unmatched", "balance"]);
    // For the first holder nobody else had a claim to it.
    await prove(bo, bosWallet);
    expect(await balanceOf(bo)).toBe(parseEther("0.3"));
  });

  it("leaves unmatched what arrived while another person's order waited for money from the address", async () => {
    const { wallet } = await callAs(app, bindWallet, bo, { body: { type: "ETH", address: bosWallet.address } });
    await send(bo, "0.2");
    await callAs(app, unbindWallet, bo, { body: { walletId: wallet.walletId } });
    clock.advance(5 * MINUTE_MS);
    await pay(bosWallet, "0.3");
    await mineAndLook(3);
    const cleo = anna + 2n;
    await addUsers(app, [cleo]);
    await prove(cleo, bosWallet);
    expect(await balanceOf(cleo)).toBe(0n);
    expect(await readOutcomes()).toEqual(["unmatched"]);
  });

  it("puts a second payment of the same order into the balance", async () => {
    const orderId = await send(anna);
    await pay(annasWallet, "0.05");
    await pay(annasWallet, "0.05");
    await mineAndLook(4);
    expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: "0.05" });
    expect(await balanceOf(anna)).toBe(parseEther("0.05"));
    expect(await readNotifications(anna)).toEqual(["paymentToBalance"]);
  });

  it("settles a transfer once, however often and at whatever time it is asked to", async () => {
    const orderId = await send(anna);
    const txHash = await pay(annasWallet, "0.06");
    await mineAndLook(2);
    const confirmed = { fromKey: annasWallet.address.toLowerCase(), amountBase: parseEther("0.06") };
    const again = () => settleTransfer(app, { coinType: "eth", txHash, index: 0 }, confirmed);
    await Promise.all([again(), again(), again()]);
    await mineAndLook(2);
    await again();
    expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: "0.05" });
    expect(await balanceOf(anna)).toBe(parseEther("0.01"));
  });

  it("takes a payment in parts and gives the excess back", async () => {
    const orderId = await send(anna);
    await pay(annasWallet, "0.02");
    await mineAndLook(3);
    expect(await readOrder(orderId)).toMatchObject({ status: "partiallyPaid", paidAmount: "0.02" });
    await pay(annasWallet, "0.04");
    await mineAndLook(1);
    expect((await readOrder(orderId)).status).toBe("confirming");
    await mineAndLook(2);
    expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: "0.05" });
    expect(await balanceOf(anna)).toBe(parseEther("0.01"));
    expect(await readNotifications(anna)).toEqual(["excessToBalance"]);
  });

  it("pays the oldest order of the amount, or the one that the report names", async () => {
    const older = await send(anna);
    clock.advance(1_000);
    const newer = await send(anna);
    clock.advance(1_000);
    const third = await send(anna, "0.07");
    await pay(annasWallet, "0.05");
    await mineAndLook(3);
    expect((await readOrder(older)).status).toBe("paid");
    const reported = await pay(annasWallet, "0.05");
    await report(third, reported);
    await mineAndLook(3);
    expect(await readOrder(third)).toMatchObject({ status: "partiallyPaid", paidAmount: "0.05" });
    // Fits neither of the two open orders.
    await pay(annasWallet, "0.03");
    await mineAndLook(3);
    expect((await readOrder(newer)).status).toBe("awaitingPayment");
    expect(await balanceOf(anna)).toBe(parseEther("0.03"));
  });

  it("still takes what was mined within the grace after expiry", async () => {
    const orderId = await send(anna);
    clock.advance(TTL_MS + GRACE_MS - 10_000);
    await pay(annasWallet, "0.05");
    await mineAndLook(3);
    await expireOrders(app);
    expect((await readOrder(orderId)).status).toBe("paid");
  });

  it("lets an order expire by the final chain's time, and what comes later goes to the balance", async () => {
    const orderId = await send(anna);
    clock.advance(TTL_MS + GRACE_MS + 1_000);
    // The clock alone ends nothing: the chain may still hold a payment in time.
    await expireOrders(app);
    expect((await readOrder(orderId)).status).toBe("awaitingPayment");

    await pay(annasWallet, "0.05");
    await mineAndLook(1);
    expect((await readOrder(orderId)).status).toBe("awaitingPayment");
    await mineAndLook(3);
    await expireOrders(app);
    expect((await readOrder(orderId)).status).toBe("expired");
    expect(await readEnvelopeStatus(orderId)).toBe("cancelled");
    expect(await balanceOf(anna)).toBe(parseEther("0.05"));
    expect((await readNotifications(anna)).toSorted()).toEqual(["orderExpired", "paymentToBalance"]);
    const { params } = await database.kysely
      .selectFrom("notification")
      .select("params")
      .where("kind", "=", "orderExpired")
      .where("tg_user_id", "=", anna)
      .executeTakeFirstOrThrow();
    expect(params).toEqual({ orderId });
  });

  it("ends no order while the clock is off", async () => {
    const orderId = await send(anna);
    clock.advance(TTL_MS + GRACE_MS + 1_000);
    await mineAndLook(4);
    await expireOrders({ ...app, clockGuard: { readTrustedTime: async () => null } });
    expect((await readOrder(orderId)).status).toBe("awaitingPayment");
    await expireOrders(app);
    expect((await readOrder(orderId)).status).toBe("expired");
  });

  it("returns what was paid of an order that expires", async () => {
    const orderId = await send(anna);
    await pay(annasWallet, "0.02");
    await mineAndLook(3);
    clock.advance(TTL_MS + GRACE_MS);
    await mineAndLook(4);
    await expireOrders(app);
    expect((await readOrder(orderId)).status).toBe("expired");
    expect(await balanceOf(anna)).toBe(parseEther("0.02"));
    expect(await readNotifications(anna)).toEqual(["partToBalance"]);
  });

  it("cancels what is paid in part, whose money goes to the balance, once", async () => {
    const orderId = await send(anna);
    await pay(annasWallet, "0.02");
    await mineAndLook(3);
    const cancel = () => callAs(app, cancelOrder, anna, { body: { orderId } });
    // A transfer of the rest is on its way: now it cannot be cancelled.
    await pay(annasWallet, "0.01");
    await mineAndLook(1);
    await expect(cancel()).rejects.toMatchObject({ key: "orderNotPayable" });
    await mineAndLook(2);
    expect((await readOrder(orderId)).status).toBe("partiallyPaid");

    const [first, second] = await Promise.all([cancel(), cancel()]);
    expect([first.order.status, second.order.status]).toEqual(["cancelled", "cancelled"]);
    expect(await readEnvelopeStatus(orderId)).toBe("cancelled");
    expect(await balanceOf(anna)).toBe(parseEther("0.03"));
    expect(await readNotifications(anna)).toEqual(["cancelledToBalance"]);
    expect(await findBreaches(database)).toEqual([]);

    await pay(annasWallet, "0.02");
    await mineAndLook(3);
    expect(await balanceOf(anna)).toBe(parseEther("0.05"));
    expect((await readOrder(orderId)).status).toBe("cancelled");
  });

  it("cancels what has received nothing, and not what is being confirmed; a later payment goes to the balance", async () => {
    const orderId = await send(anna);
    const cancel = () => callAs(app, cancelOrder, anna, { body: { orderId } });
    expect((await cancel()).order.status).toBe("cancelled");
    expect((await cancel()).order.status).toBe("cancelled");
    expect(await readEnvelopeStatus(orderId)).toBe("cancelled");
    await pay(annasWallet, "0.05");
    await mineAndLook(3);
    expect(await balanceOf(anna)).toBe(parseEther("0.05"));

    const other = await send(anna);
    await pay(annasWallet, "0.05");
    await mineAndLook(1);
    await expect(callAs(app, cancelOrder, anna, { body: { orderId: other } })).rejects.toMatchObject({
      key: "orderNotPayable",
    });
    await expect(callAs(app, cancelOrder, bo, { body: { orderId: other } })).rejects.toMatchObject({ key: "notFound" });
  });

  it("goes back from confirming when a reorganisation drops the payment, and pays when it is mined again", async () => {
    const orderId = await send(anna);
    await pay(annasWallet, "0.05");
    await mineAndLook(2);
    expect((await readOrder(orderId)).status).toBe("confirming");

    await anvil.dropBlocks(2);
    await watcher.poll();
    expect(await readOrder(orderId)).toMatchObject({ status: "awaitingPayment", txHash: null });
    await anvil.call("anvil_dropAllTransactions", []);
    await pay(annasWallet, "0.05");
    await mineAndLook(3);
    expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: "0.05" });
    expect(await balanceOf(anna)).toBe(0n);
  });

  it("finds what happened while it was down, also from the middle of a payment", async () => {
    const orderId = await send(anna);
    const second = await send(anna, "0.06");
    await pay(annasWallet, "0.05");
    await mineAndLook(1);
    watcher = restartWatcher();
    await anvil.mine(60);
    await pay(annasWallet, "0.06");
    await anvil.mine(1);
    await watcher.poll();
    expect((await readOrder(orderId)).status).toBe("paid");
    expect(await readOrder(second)).toMatchObject({ status: "confirming", confirmations: 1 });
    expect(await readOutcomes()).toEqual(["order", null]);
  });

  it("opens no envelope while money is missing, and each once when it is back", async () => {
    const markMissing = () =>
      database.kysely
        .insertInto("job_state")
        .values({ name: nameMissing("eth"), value: "1" })
        .execute();
    const clearMissing = () => database.kysely.deleteFrom("job_state").where("name", "=", nameMissing("eth")).execute();
    const orderId = await send(anna);
    await markMissing();
    // The comparison with this chain would clear the mark by itself.
    app.chains = linkChain({ ...chain, readTreasuryAt: async () => null });
    watcher = restartWatcher();
    await pay(annasWallet, "0.06");
    await mineAndLook(4);
    expect(await readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: "0.05" });
    expect(await readEnvelopeStatus(orderId)).toBe("awaitingPayment");
    expect(await readAccount(`order:${orderId}`)).toBe(parseEther("0.05"));
    expect(await balanceOf(anna)).toBe(parseEther("0.01"));
    await expect(callAs(app, cancelOrder, anna, { body: { orderId } })).rejects.toMatchObject({
      key: "orderNotPayable",
    });
    clock.advance(TTL_MS + GRACE_MS);
    await mineAndLook(4);
    await expireOrders(app);
    expect(await readEnvelopeStatus(orderId)).toBe("awaitingPayment");
    expect(await findBreaches(database)).toEqual([
      expect.stringContaining("the treasury held what the books say when they were last compared with the chain"),
    ]);

    await clearMissing();
    await Promise.all([openWaiting(app, "eth"), watcher.poll(), openWaiting(app, "eth")]);
    expect(await readEnvelopeStatus(orderId)).toBe("open");
    expect(await readAccount(`order:${orderId}`)).toBe(0n);
    expect(await findBreaches(database)).toEqual([]);
    app.chains = linkChain(chain);
  });

  it("looks through any number of small transfers in as many statements as through one", async () => {
    const countStatements = async () => {
      let count = 0;
      const counting = database.kysely.withPlugin({
        transformQuery: ({ node }) => {
          count += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await counting.transaction().execute((trx) => reviewPending(trx, app, "eth"));
      return count;
    };
    await pay(annasWallet, "0.000001");
    await mineAndLook(1);
    const one = await countStatements();
    for (let transfer = 0; transfer < 20; transfer += 1) await pay(annasWallet, "0.000001");
    await mineAndLook(1);
    expect(await countStatements()).toBe(one);
    await mineAndLook(3);
    expect(await balanceOf(anna)).toBe(parseEther("0.000021"));
  });

  it("tells an outage and goes on after it", async () => {
    const orderId = await send(anna);
    await pay(annasWallet, "0.05");
    await anvil.mine(3);
    let isDown = true;
    const flaky = new ChainWatcher(app, {
      ...chain,
      createScanner: () => {
        const scanner = chain.createScanner();
        const read = scanner.read.bind(scanner);
        scanner.read = (settled) => (isDown ? Promise.reject(new Error("down")) : read(settled));
        return scanner;
      },
    });
    await expect(flaky.poll()).rejects.toThrow("down");
    isDown = false;
    await flaky.poll();
    expect((await readOrder(orderId)).status).toBe("paid");
  });

  it("ends every order that can be ended, also beside one that cannot", async () => {
    const broken = await send(anna);
    await pay(annasWallet, "0.02");
    await mineAndLook(3);
    const fine = await send(anna, "0.07");
    const lines = [
      { account: `user:${anna}:eth`, coinType: "eth" as const, amountBase: 1n },
      { account: `user:${bo}:eth`, coinType: "eth" as const, amountBase: -1n },
    ];
    const transactionId = `orderEnded:${broken}`;
    await postEntries(database.kysely, { transactionId, kind: "orderEnded", at: clock.now(), entries: lines });
    clock.advance(TTL_MS + GRACE_MS + 1_000);
    await mineAndLook(4);
    expect(await expireOrders(app)).toBe(false);
    expect((await readOrder(fine)).status).toBe("expired");
    expect((await readOrder(broken)).status).toBe("partiallyPaid");
  });
});
