import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import { PaymentDesk } from "#tests/support/paymentDesk.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { addUsers } from "#tests/support/story.ts";
import { type ModelLab, startModelLab } from "./modelLab.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

let desk: PaymentDesk<ModelLab>;

beforeAll(async () => {
  desk = await PaymentDesk.open("senders", startModelLab);
});
beforeEach(() => desk.begin());
afterEach(async () => {
  makeHonest(desk.lab);
  await requireSoundBooks(desk.database);
});
afterAll(() => desk.stop());

describe("a sender", () => {
  it("that nobody has proven stays unmatched, also with a report, until its owner proves it", async () => {
    const orderId = await desk.send(desk.anna);
    const txHash = await desk.pay(desk.bosWallet, "0.05");
    await desk.report(orderId, txHash);
    await desk.advance(4);
    expect(await desk.readOrder(orderId)).toMatchObject({ status: "awaitingPayment", paidAmount: "0" });
    expect(await desk.readOutcomes()).toEqual(["unmatched"]);

    await desk.prove(desk.bo, desk.bosWallet);
    expect(await desk.balanceOf(desk.bo)).toBe(desk.toBase("0.05"));
    expect(await desk.balanceOf(desk.anna)).toBe(0n);
    expect(await desk.readOutcomes()).toEqual(["balance"]);
    expect(await desk.readStatus(orderId)).toBe("awaitingPayment");
  });

  it("that is typed pays its order once it is proven after the payment", async () => {
    await desk.bindTyped(desk.bo, desk.bosWallet);
    const orderId = await desk.send(desk.bo);
    await desk.pay(desk.bosWallet, "0.05");
    await desk.advance(3);
    expect(await desk.readStatus(orderId, desk.bo)).toBe("awaitingPayment");
    await desk.prove(desk.bo, desk.bosWallet);
    expect(await desk.readStatus(orderId, desk.bo)).toBe("paid");
    expect(await desk.readEnvelopeStatus(orderId)).toBe("open");
    expect(await desk.balanceOf(desk.bo)).toBe(0n);
  });

  it("gives nothing to a person who tricked its owner into a signature", async () => {
    desk.annasWallet = await desk.lab.createWallet();
    const victim = desk.anna + 2n;
    const attacker = desk.anna + 3n;
    await addUsers(desk.app, [victim, attacker]);
    await desk.bindTyped(victim, desk.annasWallet);
    await desk.pay(desk.annasWallet, "1");
    await desk.advance(3);
    expect(await desk.readOutcomes()).toEqual(["unmatched"]);

    // The attacker creates an order from the victim's wallet and has the victim sign on the official payment page.
    desk.app.clock.advance(5 * MINUTE_MS);
    await desk.bindTyped(attacker, desk.annasWallet);
    await desk.send(attacker, "0.25");
    await desk.prove(attacker, desk.annasWallet);
    expect(await desk.balanceOf(attacker)).toBe(0n);
    expect(await desk.readOutcomes()).toEqual(["unmatched"]);
    expect(await desk.readNotifications(victim)).toEqual(["walletTakenOver"]);

    // The victim signs again: the wallet and its payments return, and its later payments are the victim's.
    desk.app.clock.advance(5 * MINUTE_MS);
    await desk.prove(victim, desk.annasWallet);
    expect(await desk.balanceOf(victim)).toBe(desk.toBase("1"));
    expect(await desk.readNotifications(attacker)).toEqual(["walletProven", "walletTakenOver"]);
    await desk.pay(desk.annasWallet, "0.25");
    await desk.advance(3);
    expect(await desk.balanceOf(victim)).toBe(desk.toBase("1.25"));
    expect(await desk.balanceOf(attacker)).toBe(0n);
  });

  it("does not give a payment that is not final yet to a person who took over its wallet since", async () => {
    const walletId = await desk.bindTyped(desk.bo, desk.bosWallet);
    const takersOrder = await desk.send(desk.bo);
    await desk.unbind(desk.bo, walletId);
    const orderId = await desk.send(desk.anna);
    const txHash = await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(1);
    desk.app.clock.advance(5 * MINUTE_MS);
    await desk.prove(desk.bo, desk.annasWallet);
    await desk.report(takersOrder, txHash, desk.bo);
    await desk.watcher.poll();
    expect(await desk.readStatus(takersOrder, desk.bo)).toBe("awaitingPayment");
    await desk.advance(2);
    expect(await desk.readOutcomes()).toEqual(["unmatched"]);
    expect(await desk.balanceOf(desk.bo)).toBe(0n);
    expect(await desk.readStatus(takersOrder, desk.bo)).toBe("awaitingPayment");

    // Its sender signs again, and the order is paid.
    desk.app.clock.advance(5 * MINUTE_MS);
    await desk.prove(desk.anna, desk.annasWallet);
    expect(await desk.readStatus(orderId)).toBe("paid");
  });

  it("pays for the person who has it proven at settlement, never for others", async () => {
    const orderId = await desk.send(desk.anna);
    await desk.prove(desk.bo, desk.annasWallet);
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(3);
    expect(await desk.readStatus(orderId)).toBe("awaitingPayment");
    expect(await desk.balanceOf(desk.bo)).toBe(desk.toBase("0.05"));
    await desk.prove(desk.anna, desk.annasWallet);
    await desk.pay(desk.annasWallet, "0.05");
    await desk.advance(3);
    expect(await desk.readStatus(orderId)).toBe("paid");
  });

  it("that another person had bound leaves transfers from that time unmatched, also after that person has unbound it", async () => {
    const walletId = await desk.bindTyped(desk.bo, desk.bosWallet);
    await desk.pay(desk.bosWallet, "0.3");
    await desk.advance(3);
    desk.app.clock.advance(5 * MINUTE_MS);
    await desk.unbind(desk.bo, walletId);
    desk.app.clock.advance(5 * MINUTE_MS);
    await desk.pay(desk.bosWallet, "0.4");
    await desk.advance(3);
    const cleo = desk.anna + 2n;
    await addUsers(desk.app, [cleo]);
    await desk.prove(cleo, desk.bosWallet);
    expect(await desk.balanceOf(cleo)).toBe(desk.toBase("0.4"));
    expect(await desk.readOutcomes()).toEqual(["unmatched", "balance"]);
    // For the first holder, nobody else had a claim to it.
    await desk.prove(desk.bo, desk.bosWallet);
    expect(await desk.balanceOf(desk.bo)).toBe(desk.toBase("0.3"));
  });

  it("that another person types once its payment was seen is its owner's all the same", async () => {
    await desk.pay(desk.bosWallet, "0.3");
    await desk.advance(1);
    desk.app.clock.advance(SECOND_MS);
    const cleo = desk.anna + 2n;
    await addUsers(desk.app, [cleo]);
    await desk.bindTyped(cleo, desk.bosWallet);
    await desk.advance(3);
    expect(await desk.readOutcomes()).toEqual(["unmatched"]);
    await desk.prove(desk.bo, desk.bosWallet);
    expect(await desk.balanceOf(desk.bo)).toBe(desk.toBase("0.3"));
  });

  it("that another person's order expected leaves transfers from that time unmatched", async () => {
    const walletId = await desk.bindTyped(desk.bo, desk.bosWallet);
    await desk.send(desk.bo, "0.2");
    await desk.unbind(desk.bo, walletId);
    desk.app.clock.advance(5 * MINUTE_MS);
    await desk.pay(desk.bosWallet, "0.3");
    await desk.advance(3);
    const cleo = desk.anna + 2n;
    await addUsers(desk.app, [cleo]);
    await desk.prove(cleo, desk.bosWallet);
    expect(await desk.balanceOf(cleo)).toBe(0n);
    expect(await desk.readOutcomes()).toEqual(["unmatched"]);
  });
});
