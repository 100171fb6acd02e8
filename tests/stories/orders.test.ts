import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { depositInfo } from "#server/orders/depositInfo.ts";
import { expireOrders } from "#server/deposits/expireOrders.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import { PaymentDesk } from "#tests/support/paymentDesk.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { callAs } from "#tests/support/story.ts";
import { type ModelLab, startModelLab } from "./modelLab.ts";

const MINUTE_MS = 60_000;
/** ORDER_TTL_S and ORDER_GRACE_S. */
const TTL_MS = 30 * MINUTE_MS;
const GRACE_MS = 15 * MINUTE_MS;

let desk: PaymentDesk<ModelLab>;

beforeAll(async () => {
  desk = await PaymentDesk.open("orders", startModelLab);
});
beforeEach(() => desk.begin());
afterEach(async () => {
  makeHonest(desk.lab);
  await requireSoundBooks(desk.database);
});
afterAll(() => desk.stop());

describe("an order", () => {
  it("shows a reported hash before it is mined, and accepts a late report of its payment", async () => {
    const orderId = await desk.send(desk.anna);
    const txHash = await desk.pay(desk.annasWallet, "0.05");
    expect((await desk.report(orderId, desk.lab.respellTxId(txHash))).order).toMatchObject({
      status: "awaitingPayment",
      txHash: null,
      reportedTxHash: txHash,
    });
    await desk.advance(3);
    expect((await desk.report(orderId, txHash)).order).toMatchObject({
      status: "paid",
      txHash,
      reportedTxHash: txHash,
    });
    await expect(desk.report(orderId, desk.lab.createTxId())).rejects.toMatchObject({ key: "orderNotPayable" });
    await expect(desk.report(orderId, "0x12".padEnd(40, "z"))).rejects.toMatchObject({ key: "invalidRequest" });
    await expect(desk.report("no-such-order", txHash)).rejects.toMatchObject({ key: "notFound" });
  });

  it("ignores a false report: a hash that never arrives pays nothing", async () => {
    const orderId = await desk.send(desk.anna);
    await desk.report(orderId, desk.lab.createTxId());
    await desk.advance(4);
    expect(await desk.readOrder(orderId)).toMatchObject({ status: "awaitingPayment", paidAmount: "0" });
  });

  it("has the oldest order with the amount paid, or the one that the report names", async () => {
    const older = await desk.send(desk.anna);
    desk.app.clock.advance(1_000);
    const newer = await desk.send(desk.anna);
    desk.app.clock.advance(1_000);
    const third = await desk.send(desk.anna, "0.07");
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(3);
    expect(await desk.readStatus(older)).toBe("paid");
    const reported = await desk.pay(desk.annasWallet, "0.05");
    await desk.report(third, reported);
    await desk.advance(3);
    expect(await desk.readOrder(third)).toMatchObject({ status: "partiallyPaid", paidAmount: desk.toCoins("0.05") });
    // Fits neither of the two open orders.
    await desk.pay(desk.annasWallet, "0.03");
    await desk.advance(3);
    expect(await desk.readStatus(newer)).toBe("awaitingPayment");
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.03"));
  });

  it("accepts a part and then the rest, and credits the excess to the balance", async () => {
    const orderId = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.02");
    await desk.advance(3);
    expect(await desk.readOrder(orderId)).toMatchObject({ status: "partiallyPaid", paidAmount: desk.toCoins("0.02") });
    await desk.pay(desk.annasWallet, "0.04");
    await desk.advance(1);
    expect(await desk.readStatus(orderId)).toBe("confirming");
    await desk.advance(2);
    expect(await desk.readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: desk.toCoins("0.05") });
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.01"));
    expect(await desk.readNotifications(desk.anna)).toEqual(["excessToBalance"]);
  });

  it("is paid by two simultaneous payments of one amount, one each", async () => {
    const orders = [await desk.send(desk.anna), await desk.send(desk.anna)];
    await desk.pay(desk.annasWallet, "0.05");
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(1);
    expect(await Promise.all(orders.map((orderId) => desk.readStatus(orderId)))).toEqual(["confirming", "confirming"]);
    await desk.advance(2);
    expect(await Promise.all(orders.map((orderId) => desk.readStatus(orderId)))).toEqual(["paid", "paid"]);
    expect(await desk.balanceOf(desk.anna)).toBe(0n);
  });

  it("is paid once: a payment to a paid order goes to the balance, and the bot notifies the payer", async () => {
    const orderId = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.05");
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(4);
    expect(await desk.readOrder(orderId)).toMatchObject({ status: "paid", paidAmount: desk.toCoins("0.05") });
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.05"));
    expect(await desk.readNotifications(desk.anna)).toEqual(["paymentToBalance"]);
  });

  it("are matched in their order, both before and at settlement", async () => {
    const orderId = await desk.send(desk.anna);
    const txHash = await desk.annasWallet.pay(
      ...["0.01", "0.02", "0.03", "0.04"].map((amount) => ({ amountBase: desk.toBase(amount) })),
    );
    await desk.advance(3);
    expect(await desk.readStatus(orderId)).toBe("paid");
    expect((await desk.readTransfers(txHash)).map(([, outcome]) => outcome)).toEqual([
      "order",
      "order",
      "order",
      "balance",
    ]);
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.05"));
  });

  it("leaves a partly paid order unchanged", async () => {
    const orderId = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.02");
    await desk.advance(3);
    await desk.pay(desk.annasWallet, "0.03");
    await desk.advance(1);
    expect(await desk.readStatus(orderId)).toBe("confirming");
    await desk.lab.drop(1);
    await desk.watcher.poll();
    expect(await desk.readStatus(orderId)).toBe("partiallyPaid");
  });

  it("accepts payments within the grace after expiry", async () => {
    const orderId = await desk.send(desk.anna);
    desk.app.clock.advance(TTL_MS + GRACE_MS - 10_000);
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(3);
    await expireOrders(desk.app);
    expect(await desk.readStatus(orderId)).toBe("paid");
  });

  it("expires by the final chain's time, and later payments go to the balance", async () => {
    const orderId = await desk.send(desk.anna);
    const reference = await desk.readReference(orderId);
    desk.app.clock.advance(TTL_MS + GRACE_MS + 1_000);
    // The clock alone expires nothing: the desk.chain may still contain a payment in time.
    await expireOrders(desk.app);
    expect(await desk.readStatus(orderId)).toBe("awaitingPayment");

    await desk.pay(desk.annasWallet, "0.05", reference);
    await desk.advance(1);
    expect(await desk.readStatus(orderId)).toBe("awaitingPayment");
    await desk.advance(3);
    await expireOrders(desk.app);
    expect(await desk.readStatus(orderId)).toBe("expired");
    expect(await desk.readEnvelopeStatus(orderId)).toBe("cancelled");
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.05"));
    expect(await desk.readNotifications(desk.anna)).toEqual(["orderExpired", "paymentToBalance"]);
    const { params } = await desk.database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select("payload as params")
      .where("kind", "=", "orderExpired")
      .where("tg_user_id", "=", desk.anna)
      .executeTakeFirstOrThrow();
    expect(params).toEqual({ orderId });
  });

  it("does not expire while the clock is off", async () => {
    const orderId = await desk.send(desk.anna);
    desk.app.clock.advance(TTL_MS + GRACE_MS + 1_000);
    await desk.advance(4);
    await expireOrders({ ...desk.app, clockGuard: { ...desk.app.clockGuard, readTrustedTime: async () => null } });
    expect(await desk.readStatus(orderId)).toBe("awaitingPayment");
    await expireOrders(desk.app);
    expect(await desk.readStatus(orderId)).toBe("expired");
  });

  it("returns the paid part when it expires", async () => {
    const orderId = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.02");
    await desk.advance(3);
    desk.app.clock.advance(TTL_MS + GRACE_MS);
    await desk.advance(4);
    await expireOrders(desk.app);
    expect(await desk.readStatus(orderId)).toBe("expired");
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.02"));
    expect(await desk.readNotifications(desk.anna)).toEqual(["partToBalance"]);
  });

  it("can be cancelled when partly paid, which returns the money to the balance, once", async () => {
    const orderId = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.02");
    await desk.advance(3);
    // A transfer of the rest is under way: now it cannot be cancelled.
    await desk.pay(desk.annasWallet, "0.01");
    await desk.advance(1);
    await expect(desk.cancel(orderId)).rejects.toMatchObject({ key: "orderNotPayable" });
    await desk.advance(2);
    expect(await desk.readStatus(orderId)).toBe("partiallyPaid");

    const ended = await Promise.all([desk.cancel(orderId), desk.cancel(orderId)]);
    expect(ended.map(({ order }) => order.status)).toEqual(["cancelled", "cancelled"]);
    expect(await desk.readEnvelopeStatus(orderId)).toBe("cancelled");
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.03"));
    expect(await desk.readNotifications(desk.anna)).toEqual(["cancelledToBalance"]);

    await desk.pay(desk.annasWallet, "0.02");
    await desk.advance(3);
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.05"));
    expect(await desk.readStatus(orderId)).toBe("cancelled");
  });

  it("can be cancelled when unpaid, but not while confirming; a later payment goes to the balance", async () => {
    const orderId = await desk.send(desk.anna);
    expect((await desk.cancel(orderId)).order.status).toBe("cancelled");
    expect((await desk.cancel(orderId)).order.status).toBe("cancelled");
    expect(await desk.readEnvelopeStatus(orderId)).toBe("cancelled");
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(3);
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.05"));

    const other = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(1);
    await expect(desk.cancel(other)).rejects.toMatchObject({ key: "orderNotPayable" });
    await expect(desk.cancel(other, desk.bo)).rejects.toMatchObject({
      key: "notFound",
    });
  });
});

describe("a reference", () => {
  it("pays its order from another person's proven wallet, and credits the excess to the order's owner", async () => {
    await desk.prove(desk.bo, desk.bosWallet);
    const orderId = await desk.send(desk.anna);
    await desk.pay(desk.bosWallet, "0.06", await desk.readReference(orderId));
    await desk.advance(3);
    expect(await desk.readStatus(orderId)).toBe("paid");
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.01"));
    expect(await desk.balanceOf(desk.bo)).toBe(0n);
  });

  it("decides between orders of one amount, over age and report", async () => {
    const older = await desk.send(desk.anna);
    const newer = await desk.send(desk.anna);
    const txHash = await desk.pay(desk.annasWallet, "0.05", await desk.readReference(newer));
    await desk.report(older, txHash);
    await desk.advance(3);
    expect(await desk.readStatus(newer)).toBe("paid");
    expect(await desk.readStatus(older)).toBe("awaitingPayment");
  });

  it("of a paid or cancelled order credits the balance, and never another order", async () => {
    const paid = await desk.send(desk.anna);
    const paidReference = await desk.readReference(paid);
    await desk.pay(desk.annasWallet, "0.05", paidReference);
    await desk.advance(3);
    const cancelled = await desk.send(desk.anna);
    const cancelledReference = await desk.readReference(cancelled);
    await desk.cancel(cancelled);
    const open = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.05", paidReference);
    await desk.pay(desk.bosWallet, "0.05", cancelledReference);
    await desk.advance(1);
    expect(await desk.readStatus(open)).toBe("awaitingPayment");
    await desk.advance(2);
    expect(await desk.readStatus(open)).toBe("awaitingPayment");
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.1"));
    expect(await desk.readNotifications(desk.anna)).toEqual(["paymentToBalance", "paymentToBalance"]);
  });

  it("of a person credits their balance, whoever sends it and however often, and pays no order", async () => {
    const info = (tgUserId: bigint) =>
      callAs(desk.app, depositInfo, tgUserId, { query: { coinType: desk.lab.coinType } });
    const { reference, address } = await info(desk.anna);
    expect(address).toBe(desk.chain.treasuryAddress);
    expect(await info(desk.anna)).toMatchObject({ reference });
    expect((await info(desk.bo)).reference).not.toBe(reference);
    await desk.prove(desk.bo, desk.bosWallet);
    const orderId = await desk.send(desk.anna);
    await desk.pay(desk.annasWallet, "0.05", reference);
    await desk.pay(desk.bosWallet, "0.05", reference);
    await desk.advance(3);
    await desk.pay(desk.bosWallet, "0.01", reference);
    await desk.advance(3);
    expect(await desk.readStatus(orderId)).toBe("awaitingPayment");
    expect(await desk.balanceOf(desk.anna)).toBe(desk.toBase("0.11"));
    expect(await desk.balanceOf(desk.bo)).toBe(0n);
  });
});
