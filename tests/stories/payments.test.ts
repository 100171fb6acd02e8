import { describe, expect, it } from "vitest";
import { accountDeletion } from "#server/accounts/deleteAccount.ts";
import { changeSecurityCode } from "#server/accounts/securityCode.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import type { Shape } from "#tests/model/endpoints.ts";
import { STRANGER } from "#tests/model/world.ts";
import { giveEmail } from "#tests/support/giveEmail.ts";
import { callAs } from "#tests/support/story.ts";
import { openStories } from "./openStories.ts";

const CODE = "Sample19";
const GRACE_OVER_MINUTES = 47;

describe.each<Shape>(["timed", "numbered"])("the server decides from a %s chain alone", (shape) => {
  const story = openStories(shape);

  it("what is due pays the order, and its envelope opens", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    await story.payWholly(anna, 3);
    expect(await story.readOrder(sent)).toBe("paid 3");
    expect(await story.readEnvelope(sent)).toBe("open");
    expect(await story.readSum(anna)).toBe(0);
    expect(await story.readLetters(anna)).toEqual([]);
  });

  it("nothing moves before a block is final", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    story.pay(anna, 3);
    await story.mine(2);
    expect(await story.readOrder(sent)).toBe("confirming 0");
    expect(await story.readEnvelope(sent)).toBe("awaitingPayment");
    await story.mine(3);
    expect(await story.readEnvelope(sent)).toBe("open");
  });

  it("a payment that a reorganisation removes has paid nothing", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    story.pay(anna, 3);
    await story.mine(1);
    story.world.chain.fork(1, true);
    await story.mine(6);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    expect(await story.readSum(anna)).toBe(0);
  });

  it("one transaction pays once, whatever processes start again", async () => {
    const anna = await story.meet();
    await story.send(anna, 3);
    story.pay(anna, 3);
    await story.world.startProcess();
    await story.mine(5);
    await story.world.restart();
    await story.mine(3);
    expect(await story.readSum(anna)).toBe(0);
  });

  it("a payment that nobody reported is found after the server was away", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    story.pay(anna, 3);
    story.world.chain.mine(9);
    await story.world.restart();
    await story.mine(2);
    expect(await story.readOrder(sent)).toBe("paid 3");
  });

  it.each([0, 1] as const)(
    "another sender that host %i tells ends no order by time, and lets nobody leave",
    async (host) => {
      const { world } = story;
      const anna = await story.meet();
      const sent = await story.send(anna, 3);
      const txId = story.pay(anna, 3);
      world.endpoints[host].lie = { kind: "sender", txId, from: world.walletOf(STRANGER) };
      await story.mine(6);
      world.pass(GRACE_OVER_MINUTES);
      await story.mine(8);
      expect(await story.readOrder(sent)).not.toMatch(/^expired/u);
      const { obstacles } = await callAs(world.app, accountDeletion, anna, {});
      expect(obstacles).toContainEqual(expect.objectContaining({ kind: "deposit", id: txId }));
      world.makeHonest();
      await story.mine(6);
      expect(await story.readOrder(sent)).toBe("paid 3");
    },
  );

  it.each([
    [0, -5],
    [0, 2],
    [1, -5],
    [1, 2],
  ] as const)("a payment that host %i tells of %i blocks off is paid once two agree on it", async (host, off) => {
    const { world } = story;
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    const txId = story.pay(anna, 3);
    for (const blocks of [off, 5, 1]) {
      world.endpoints[host].lie = { kind: "moved", txId, blocks };
      await story.mine(8);
    }
    expect(await story.readOrder(sent)).toMatch(/ 0$/u);
    world.makeHonest();
    await story.mine(6);
    expect(await story.readOrder(sent)).toBe("paid 3");
  });
});

describe("whose money it is", () => {
  const story = openStories("timed");

  it("another amount counts toward the wallet's only open order", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    await story.payWholly(anna, 2);
    expect(await story.readOrder(sent)).toBe("partiallyPaid 2");
  });

  it("an amount of neither of two open orders is in the balance", async () => {
    const anna = await story.meet();
    const both = [await story.send(anna, 3), await story.send(anna, 4)];
    await story.payWholly(anna, 2);
    for (const sent of both) expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    expect(await story.readSum(anna)).toBe(2);
  });

  it("an order is paid from the balance of its coin, just what is due of it", async () => {
    const { app, tables } = story.world;
    const anna = await story.meet();
    await story.fill(anna, 5);
    const sent = await story.send(anna, 3);
    await story.payWholly(anna, 1);
    await giveEmail(tables, anna, "anna@example.com");
    await callAs(app, changeSecurityCode, anna, { body: { newSecurityCode: CODE } });
    const body = { orderId: sent.orderId, securityCode: CODE };
    await callAs(app, payFromBalance, anna, { body });
    await callAs(app, payFromBalance, anna, { body });
    expect(await story.readOrder(sent)).toBe("paid 3");
    expect(await story.readSum(anna)).toBe(3);
  });

  it("without an order it is in the balance of who has proven the sender", async () => {
    const anna = await story.meet();
    await story.fill(anna, 2);
    expect(await story.readSum(anna)).toBe(2);
    expect(await story.readLetters(anna)).toEqual(["paymentToBalance"]);
  });

  it("what is below the minimum and pays no rest is nobody's", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    story.world.pay(story.world.walletOf(anna), [{ amountBase: 5n, reference: sent.reference }]);
    await story.mine(5);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    expect(await story.readBase(anna)).toBe(0n);
  });

  it("what is below the minimum pays the rest of an order", async () => {
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    const pay = (amountBase: bigint) => story.world.pay(story.world.walletOf(anna), [{ amountBase, reference: null }]);
    pay(story.units(3) - 5n);
    await story.mine(5);
    pay(5n);
    await story.mine(5);
    expect(await story.readOrder(sent)).toBe("paid 3");
  });
});
