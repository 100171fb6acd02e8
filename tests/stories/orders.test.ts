import { describe, expect, it } from "vitest";
import { expireOrders } from "#server/deposits/expireOrders.ts";
import { depositInfo } from "#server/orders/depositInfo.ts";
import { createTxId } from "#tests/model/endpoints.ts";
import { callAs } from "#tests/support/story.ts";
import { openStories } from "./openStories.ts";

/** ORDER_TTL_S and ORDER_GRACE_S. */
const OVER_MINUTES = 30 + 15;

const story = openStories("timed");

/** Somebody with a proven wallet and an order. */
async function order(amount = 5) {
  const anna = await story.meet();
  return { anna, sent: await story.send(anna, amount) };
}

describe("an order", () => {
  it("shows a reported hash before it is mined, and accepts a late report of its payment", async () => {
    const { anna, sent } = await order();
    const txHash = story.pay(anna, 5);
    expect((await story.report(sent, txHash, anna)).order).toMatchObject({
      status: "awaitingPayment",
      txHash: null,
      reportedTxHash: txHash,
    });
    await story.mine(3);
    const { order: paid } = await story.report(sent, txHash, anna);
    expect(paid).toMatchObject({ status: "paid", txHash, reportedTxHash: txHash });
    const late = (hash: string, orderId = sent.orderId) => story.report({ orderId }, hash, anna);
    await expect(late(createTxId("timed", "never sent"))).rejects.toMatchObject({ key: "orderNotPayable" });
    await expect(late("0x12".padEnd(40, "z"))).rejects.toMatchObject({ key: "invalidRequest" });
    await expect(late(txHash, "no-such-order")).rejects.toMatchObject({ key: "notFound" });
  });

  it("ignores a false report: a hash that never arrives pays nothing", async () => {
    const { anna, sent } = await order();
    await story.report(sent, createTxId("timed", "never sent"), anna);
    await story.mine(4);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
  });

  it("has the oldest order with the amount paid, or the one that the report names", async () => {
    const { anna, sent: older } = await order();
    story.world.clock.advance(1_000);
    const newer = await story.send(anna, 5);
    story.world.clock.advance(1_000);
    const third = await story.send(anna, 7);
    await story.payWholly(anna, 5);
    expect(await story.readOrder(older)).toBe("paid 5");
    await story.report(third, story.pay(anna, 5), anna);
    await story.mine(3);
    expect(await story.readOrder(third)).toBe("partiallyPaid 5");
    // Fits neither of the two open orders.
    await story.payWholly(anna, 3);
    expect(await story.readOrder(newer)).toBe("awaitingPayment 0");
    expect(await story.readSum(anna)).toBe(3);
  });

  it("accepts a part and then the rest, and credits the excess to the balance", async () => {
    const { anna, sent } = await order();
    await story.payWholly(anna, 2);
    expect(await story.readOrder(sent)).toBe("partiallyPaid 2");
    story.pay(anna, 4);
    await story.mine(1);
    expect(await story.readOrder(sent)).toBe("confirming 2");
    await story.mine(2);
    expect(await story.readOrder(sent)).toBe("paid 5");
    expect(await story.readSum(anna)).toBe(1);
    expect(await story.readLetters(anna)).toEqual(["excessToBalance"]);
  });

  it("is paid by two simultaneous payments of one amount, one each", async () => {
    const { anna, sent } = await order();
    const both = [sent, await story.send(anna, 5)];
    for (let payment = 0; payment < 2; payment += 1) story.pay(anna, 5);
    await story.mine(1);
    expect(await Promise.all(both.map(story.readOrder))).toEqual(["confirming 0", "confirming 0"]);
    await story.mine(2);
    expect(await Promise.all(both.map(story.readOrder))).toEqual(["paid 5", "paid 5"]);
    expect(await story.readSum(anna)).toBe(0);
  });

  it("is paid once: a payment to a paid order goes to the balance, and the bot notifies the payer", async () => {
    const { anna, sent } = await order();
    for (let payment = 0; payment < 2; payment += 1) story.pay(anna, 5);
    await story.mine(4);
    expect(await story.readOrder(sent)).toBe("paid 5");
    expect(await story.readSum(anna)).toBe(5);
    expect(await story.readLetters(anna)).toEqual(["paymentToBalance"]);
  });

  it("are matched in their order, both before and at settlement", async () => {
    const { anna, sent } = await order();
    const payments = [1, 2, 3, 4].map((amount) => ({ amountBase: story.units(amount), reference: null }));
    const tx = story.world.pay(story.world.walletOf(anna), payments);
    await story.mine(3);
    expect(await story.readOrder(sent)).toBe("paid 5");
    expect(await story.readOutcomes(tx)).toEqual(["order", "order", "order", "balance"]);
    expect(await story.readSum(anna)).toBe(5);
  });

  it("leaves a partly paid order unchanged", async () => {
    const { anna, sent } = await order();
    await story.payWholly(anna, 2);
    story.pay(anna, 3);
    await story.mine(1);
    expect(await story.readOrder(sent)).toBe("confirming 2");
    story.world.chain.fork(1, true);
    await story.world.work();
    expect(await story.readOrder(sent)).toBe("partiallyPaid 2");
  });

  it("accepts payments within the grace after expiry", async () => {
    const { anna, sent } = await order();
    story.world.clock.advance(OVER_MINUTES * 60_000 - 10_000);
    await story.payWholly(anna, 5);
    expect(await story.readOrder(sent)).toBe("paid 5");
  });

  it("expires by the final chain's time, and later payments go to the balance", async () => {
    const { anna, sent } = await order();
    story.world.pass(OVER_MINUTES);
    // The clock alone expires nothing: the chain may still contain a payment in time.
    await expireOrders(story.world.app);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    story.pay(anna, 5, sent.reference);
    await story.mine(1);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    await story.mine(3);
    expect(await story.readOrder(sent)).toBe("expired 0");
    expect(await story.readEnvelope(sent)).toBe("cancelled");
    expect(await story.readSum(anna)).toBe(5);
    expect((await story.readLetters(anna)).toSorted()).toEqual(["orderExpired", "paymentToBalance"]);
    const { payload } = await story.world.tables
      .selectFrom("letter")
      .select("payload")
      .where("kind", "=", "orderExpired")
      .where("tg_user_id", "=", anna)
      .executeTakeFirstOrThrow();
    expect(payload).toEqual({ orderId: sent.orderId });
  });

  it("does not expire while the clock is off", async () => {
    const { sent } = await order();
    story.world.pass(OVER_MINUTES);
    story.world.clockIsAheadMs = 26 * 3_600_000;
    await story.mine(4);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    story.world.clockIsAheadMs = 0;
    await story.mine(1);
    expect(await story.readOrder(sent)).toBe("expired 0");
  });

  it("returns the paid part when it expires", async () => {
    const { anna, sent } = await order();
    await story.payWholly(anna, 2);
    story.world.pass(OVER_MINUTES);
    await story.mine(4);
    expect(await story.readOrder(sent)).toMatch(/^expired/u);
    expect(await story.readSum(anna)).toBe(2);
    expect(await story.readLetters(anna)).toEqual(["partToBalance"]);
  });

  it("can be cancelled when partly paid, which returns the money to the balance, once", async () => {
    const { anna, sent } = await order();
    await story.payWholly(anna, 2);
    // A transfer of the rest is under way: now it cannot be cancelled.
    story.pay(anna, 1);
    await story.mine(1);
    await expect(story.cancel(sent)).rejects.toMatchObject({ key: "orderNotPayable" });
    await story.mine(2);
    expect(await story.readOrder(sent)).toBe("partiallyPaid 3");

    expect(await Promise.all([story.cancel(sent), story.cancel(sent)])).toEqual(["cancelled", "cancelled"]);
    expect(await story.readEnvelope(sent)).toBe("cancelled");
    expect(await story.readSum(anna)).toBe(3);
    expect(await story.readLetters(anna)).toEqual(["cancelledToBalance"]);
    await story.payWholly(anna, 2);
    expect(await story.readSum(anna)).toBe(5);
    expect(await story.readOrder(sent)).toMatch(/^cancelled/u);
  });

  it("can be cancelled when unpaid, but not while confirming; a later payment goes to the balance", async () => {
    const { anna, sent } = await order();
    for (let time = 0; time < 2; time += 1) expect(await story.cancel(sent)).toBe("cancelled");
    expect(await story.readEnvelope(sent)).toBe("cancelled");
    await story.payWholly(anna, 5);
    expect(await story.readSum(anna)).toBe(5);

    const other = await story.send(anna, 5);
    story.pay(anna, 5);
    await story.mine(1);
    await expect(story.cancel(other)).rejects.toMatchObject({ key: "orderNotPayable" });
    await expect(story.cancel(other, await story.meet())).rejects.toMatchObject({ key: "notFound" });
  });
});

describe("a reference", () => {
  it("pays its order from another person's proven wallet, and credits the excess to the order's owner", async () => {
    const { anna, sent } = await order();
    const bo = await story.meet();
    await story.payWholly(bo, 6, sent.reference);
    expect(await story.readOrder(sent)).toBe("paid 5");
    expect([await story.readSum(anna), await story.readSum(bo)]).toEqual([1, 0]);
  });

  it("pays its order from a wallet that nobody has proven, and proves nothing", async () => {
    const { anna, sent } = await order();
    const bo = await story.meet({ isProven: false });
    await story.payWholly(bo, 5, sent.reference);
    expect(await story.readOrder(sent)).toBe("paid 5");
    expect(await story.readOutcomes(await story.payWholly(bo, 5))).toEqual(["unmatched"]);
    expect(await story.readSum(anna)).toBe(0);
  });

  it("without an order changes nothing", async () => {
    const { anna, sent } = await order();
    const bo = await story.meet({ isProven: false });
    const [hers, his] = [anna, bo].map((person) => story.pay(person, 5, "somebody's own note"));
    await story.mine(3);
    expect(await story.readOrder(sent)).toBe("paid 5");
    expect([await story.readOutcomes(hers!), await story.readOutcomes(his!)]).toEqual([["order"], ["unmatched"]]);
  });

  it("decides between orders of one amount, over age and report", async () => {
    const { anna, sent: older } = await order();
    const newer = await story.send(anna, 5);
    await story.report(older, story.pay(anna, 5, newer.reference), anna);
    await story.mine(3);
    expect(await story.readOrder(newer)).toBe("paid 5");
    expect(await story.readOrder(older)).toBe("awaitingPayment 0");
  });

  it("of a paid or cancelled order credits the balance, and never another order", async () => {
    const { anna, sent: paid } = await order();
    const bo = await story.meet({ isProven: false });
    await story.payWholly(anna, 5, paid.reference);
    const cancelled = await story.send(anna, 5);
    await story.cancel(cancelled);
    const open = await story.send(anna, 5);
    story.pay(anna, 5, paid.reference);
    story.pay(bo, 5, cancelled.reference);
    await story.mine(1);
    expect(await story.readOrder(open)).toBe("awaitingPayment 0");
    await story.mine(2);
    expect(await story.readOrder(open)).toBe("awaitingPayment 0");
    expect(await story.readSum(anna)).toBe(10);
    expect(await story.readLetters(anna)).toEqual(["paymentToBalance", "paymentToBalance"]);
  });

  it("of a person credits their balance, whoever sends it and however often, and pays no order", async () => {
    const { app, coinType, treasury } = story.world;
    const info = (person: bigint) => callAs(app, depositInfo, person, { query: { coinType } });
    const { anna, sent } = await order();
    const bo = await story.meet();
    const { reference, address } = await info(anna);
    expect(address).toBe(treasury);
    expect(await info(anna)).toMatchObject({ reference });
    expect((await info(bo)).reference).not.toBe(reference);
    for (const person of [anna, bo]) story.pay(person, 5, reference);
    await story.mine(3);
    await story.payWholly(bo, 1, reference);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    expect([await story.readSum(anna), await story.readSum(bo)]).toEqual([11, 0]);
  });
});
