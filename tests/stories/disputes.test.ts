import { describe, expect, it } from "vitest";
import { changeSecurityCode } from "#server/accounts/securityCode.ts";
import type { Chain } from "#server/chains/chain.ts";
import { readState } from "#server/db/jobState.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import { compareTreasury, readHolding } from "#server/deposits/reconcileTreasury.ts";
import { readSurplus } from "#server/deposits/surplus.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { countEnded } from "#server/ledger/statusCounts.ts";
import { isMoneyMissing, nameMissing } from "#server/ledger/missingMoney.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { giveEmail } from "#tests/support/giveEmail.ts";
import { callAs } from "#tests/support/story.ts";
import { submitPayment } from "#server/orders/submitPayment.ts";
import { createTxId } from "#tests/model/endpoints.ts";
import { STRANGER } from "#tests/model/world.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { openStories } from "./openStories.ts";

const story = openStories("timed");
const GRACE_OVER_MINUTES = 47;
const MONTH_MINUTES = 31 * 24 * 60;
const CODE = "Sample19";

/** Host 0 says something else of a transaction than host 1. */
function lie(kind: "omit" | "amount" | "sender" | "unlisted", txId: string): void {
  story.world.endpoints[0].lie = { kind, txId };
}

/** Host 0 says that a stranger sent it, a block earlier: that stands first of what is told. */
function blameStranger(txId: string): void {
  const { world } = story;
  world.endpoints[0].lie = { kind: "moved", txId, blocks: -1, from: world.walletOf(STRANGER) };
}

async function secure(person: bigint): Promise<void> {
  await giveEmail(story.world.tables, person, "anna@example.com");
  await callAs(story.world.app, changeSecurityCode, person, { body: { newSecurityCode: CODE } });
}

const readMissing = async () =>
  story.tell(BigInt((await readState(story.world.tables, nameMissing(story.world.coinType))) ?? 0));

it.each(["omit", "amount", "sender"] as const)("what two hosts list differently (%s) moves no money", async (kind) => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  lie(kind, story.pay(anna, 3));
  await story.mine(8);
  expect(await story.readOrder(sent)).toMatch(/ 0$/u);
  expect(await story.readEnvelope(sent)).toBe("awaitingPayment");
  expect(await story.readSum(anna)).toBe(0);
  story.world.makeHonest();
  await story.mine(4);
  expect(await story.readOrder(sent)).toBe("paid 3");
});

it("a disputed transfer holds up nobody else's", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  const sent = await story.send(ben, 2);
  lie("omit", story.pay(anna, 3));
  await story.mine(2);
  await story.payWholly(ben, 2);
  expect(await story.readOrder(sent)).toBe("paid 2");
  expect(await story.readSum(anna)).toBe(0);
});

it("a payment that a host leaves out of its list, and knows by its id, is paid", async () => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  lie("unlisted", story.pay(anna, 3));
  await story.mine(6);
  expect(await story.readOrder(sent)).toBe("paid 3");
});

it("a disputed transfer ends no order by time, and keeps nobody else's from it", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  const [hers, his] = [await story.send(anna, 3), await story.send(ben, 2)];
  lie("omit", story.pay(anna, 3));
  await story.mine(6);
  story.world.pass(GRACE_OVER_MINUTES);
  await story.mine(8);
  expect(await story.readOrder(his)).toBe("expired 0");
  expect(await story.readOrder(hers)).not.toMatch(/^expired/u);
});

it("a disputed transfer that could pay one of two orders ends neither by time", async () => {
  const anna = await story.meet();
  const orders = [await story.send(anna, 3), await story.send(anna, 3)];
  lie("omit", story.pay(anna, 3));
  await story.mine(6);
  story.world.pass(GRACE_OVER_MINUTES);
  await story.mine(8);
  for (const order of orders) expect(await story.readOrder(order)).not.toMatch(/^expired/u);
});

it("a dispute ends where two hosts say that the transfer is not there", async () => {
  const anna = await story.meet();
  const txId = story.pay(anna, 3);
  lie("omit", txId);
  await story.mine(20);
  expect(await story.readAlarms()).toContain("endpointsDisagree");
  story.world.endpoints[1].lie = { kind: "omit", txId };
  await story.mine(2);
  expect(await story.readAlarms()).not.toContain("endpointsDisagree");
  expect(await story.readSum(anna)).toBe(0);
});

it("a payment that one host invents credits nobody", async () => {
  const { world } = story;
  const anna = await story.meet();
  const outputs = [{ to: world.treasury, amountBase: story.units(3), reference: null }];
  const of = { from: world.walletOf(anna), outputs, feeBase: 0n, nonce: null, validUntil: null, isUnreadable: false };
  const transaction = { ...of, id: createTxId(world.shape, "invented") };
  world.endpoints[1].lie = { kind: "invent", transaction, position: world.chain.newest.position + 1n };
  await story.mine(8);
  expect(await story.readSum(anna)).toBe(0);
});

it("an order that a disputed transfer could pay does not end by time, and once agreed its block's time counts", async () => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  lie("omit", story.pay(anna, 3));
  await story.mine(6);
  story.world.pass(GRACE_OVER_MINUTES);
  await story.mine(8);
  expect(await story.readOrder(sent)).not.toMatch(/^expired/u);
  story.world.makeHonest();
  await story.mine(6);
  expect(await story.readOrder(sent)).toBe("paid 3");
  expect(await story.readEnvelope(sent)).toBe("open");
});

it("a reported hash that one host alone knows pays nothing until the other has it", async () => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  const txHash = story.pay(anna, 3);
  lie("omit", txHash);
  await callAs(story.world.app, submitPayment, anna, { body: { orderId: sent.orderId, txHash } });
  await story.mine(8);
  expect(await story.readOrder(sent)).toMatch(/ 0$/u);
  story.world.makeHonest();
  await story.mine(4);
  expect(await story.readOrder(sent)).toBe("paid 3");
});

it("a dispute ends when two hosts agree that nothing is there, and then the order ends by its time", async () => {
  const { world } = story;
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  const outputs = [{ to: world.treasury, amountBase: story.units(3), reference: null }];
  const of = { from: world.walletOf(anna), outputs, feeBase: 0n, nonce: null, validUntil: null, isUnreadable: false };
  const transaction = { ...of, id: createTxId(world.shape, "invented for an order") };
  world.endpoints[1].lie = { kind: "invent", transaction, position: world.chain.newest.position + 1n };
  await story.mine(6);
  world.pass(GRACE_OVER_MINUTES);
  await story.mine(8);
  expect(await story.readOrder(sent)).not.toMatch(/^expired/u);
  world.makeHonest();
  await story.mine(8);
  expect(await story.readOrder(sent)).toBe("expired 0");
  expect(await story.readSum(anna)).toBe(0);
});

it("what is missing counts while a transfer is disputed", async () => {
  const { world } = story;
  const anna = await story.meet();
  await story.fill(anna, 5);
  const tx = world.spend(story.units(1));
  await story.mine(1);
  lie("omit", story.pay(anna, 3));
  await story.mine(12);
  expect(await isMoneyMissing(world.tables, world.coinType)).toBe(true);
  world.makeHonest();
  await story.operate("book-outgoing", { tx, against: `user:${anna}` });
  await story.mine(4);
});

it("a surplus of what is disputed is not booked", async () => {
  const { world } = story;
  const anna = await story.meet();
  const readFound = async () =>
    (await world.tables.selectFrom("ledger_entry").select("kind").where("kind", "=", "surplus").execute()).length;
  const before = await readFound();
  lie("omit", story.pay(anna, 3));
  await story.mine(20);
  expect(await readFound()).toBe(before);
  world.makeHonest();
  await story.mine(4);
  expect(await story.readSum(anna)).toBe(3);
});

it("what hosts have alike by now is no surplus of a comparison before it is settled", async () => {
  const { app, connected, coinType, tables } = story.world;
  const readFound = async () => story.tell(await readSurplus(tables, coinType));
  const anna = await story.meet();
  const before = await readFound();
  lie("omit", story.pay(anna, 3));
  await story.mine(12);
  story.world.makeHonest();
  story.world.chain.mine(2);
  let compared = 0;
  // The price is asked for when it is stored as agreed, and not settled yet.
  const read: typeof app.prices.read = async (coin) => {
    const holding = await readHolding(app, connected, await connected.readFinal());
    if (holding !== null) await compareTreasury(app, coinType, holding);
    compared += holding === null ? 0 : 1;
    return app.prices.read(coin);
  };
  await new TestWatcher({ ...app, prices: { ...app.prices, read } }, connected).poll();
  expect(compared).toBe(1);
  await story.mine(4);
  expect([await readFound(), await story.readSum(anna), await readMissing()]).toEqual([before, 3, 0]);
});

it.each([0, 1] as const)("a block is not final because host %i says so", async (host) => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  story.world.endpoints[host].lie = { kind: "early" };
  story.pay(anna, 3);
  await story.mine(2);
  expect(await story.readOrder(sent)).toMatch(/ 0$/u);
  story.world.chain.fork(2, true);
  await story.mine(6);
  expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
  expect(await story.readSum(anna)).toBe(0);
});

it("a host that names newer blocks than there are makes nothing final", async () => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  story.world.endpoints[0].lie = { kind: "ahead" };
  story.pay(anna, 3);
  await story.mine(2);
  expect(await story.readOrder(sent)).toMatch(/ 0$/u);
  story.world.chain.fork(2, true);
  await story.mine(6);
  expect(await story.readSum(anna)).toBe(0);
});

it("a payout is paid once two hosts have its block, and not before", async () => {
  const anna = await story.meet();
  await story.fill(anna, 2);
  const queued = await story.withdraw(anna, 1);
  story.world.endpoints[1].lie = { kind: "behind", blocks: 6 };
  await story.mine(4);
  expect(await story.readPayout(queued)).not.toBe("paid");
  story.world.makeHonest();
  await story.mine(6);
  expect(await story.readPayout(queued)).toBe("paid");
});

it("a host that does not answer is no difference: everything waits, and nothing is disputed", async () => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  story.world.endpoints[0].isAway = true;
  await story.payWholly(anna, 3);
  expect(await story.readOrder(sent)).toMatch(/ 0$/u);
  story.world.makeHonest();
  await story.mine(3);
  expect(await story.readOrder(sent)).toBe("paid 3");
});

it("a host that names newer blocks than there are, or later times, ends nobody's order", async () => {
  const anna = await story.meet();
  const sent = await story.send(anna, 3);
  for (const kind of ["ahead", "laterTimes"] as const) {
    story.world.endpoints[1].lie = { kind };
    await story.mine(8);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
  }
  story.world.makeHonest();
  await story.payWholly(anna, 3);
  expect(await story.readOrder(sent)).toBe("paid 3");
});

it("a host that says that the treasury holds less stops payouts, and nobody's claim", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  const opened = await story.open(anna, 3);
  await story.fill(anna, 2);
  story.world.endpoints[1].lie = { kind: "treasury", lessBase: story.units(1) };
  await story.mine(6);
  expect((await story.claim(ben, opened)).alreadyClaimed).toBe(false);
  story.world.makeHonest();
  const queued = await story.withdraw(anna, 2);
  await story.mine(20);
  expect(await story.readPayout(queued)).toBe("paid");
});

it("a payout about whose transaction hosts differ is followed, and paid once", async () => {
  const anna = await story.meet();
  await story.fill(anna, 2);
  const queued = await story.withdraw(anna, 2);
  story.world.endpoints[0].lie = { kind: "noPayouts" };
  await story.mine(12);
  expect(await story.readPayout(queued)).not.toBe("paid");
  story.world.makeHonest();
  await story.mine(8);
  expect(await story.readPayout(queued)).toBe("paid");
  expect(story.world.chain.readHolding(queued.to)).toBeGreaterThan(story.units(1.9));
  expect(story.world.chain.readHolding(queued.to)).toBeLessThan(story.units(2));
});

it("a disputed outgoing transaction stops that coin's payouts until hosts agree", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  for (const person of [anna, ben]) await story.fill(person, 2);
  const hers = await story.withdraw(anna, 1);
  story.world.endpoints[0].lie = { kind: "payoutFees" };
  await story.mine(12);
  expect(await story.readAlarms()).toContain("endpointsDisagree");
  const his = await story.withdraw(ben, 1);
  await story.mine(6);
  expect(await story.readPayout(his)).toBe("queued");
  story.world.makeHonest();
  await story.mine(10);
  for (const queued of [hers, his]) expect(await story.readPayout(queued)).toBe("paid");
});

it("a surplus above the sum of open disputes is booked, and no more of it", async () => {
  const { world } = story;
  const readFound = async () => story.tell(await readSurplus(world.tables, world.coinType));
  const anna = await story.meet();
  const before = await readFound();
  lie("omit", story.pay(anna, 3));
  world.pay(world.walletOf(STRANGER), [{ amountBase: story.units(2), reference: null }], true);
  await story.mine(20);
  expect(await readFound()).toBe(before + 2);
  world.makeHonest();
  await story.mine(4);
  expect([await readFound(), await story.readSum(anna)]).toEqual([before + 2, 3]);
});

it("what begins to be missing while a transfer is disputed counts as far as the chain is below the books", async () => {
  const { world } = story;
  const anna = await story.meet();
  await story.fill(anna, 5);
  lie("omit", story.pay(anna, 3));
  await story.mine(12);
  const tx = world.spend(story.units(3.9));
  await story.mine(12);
  expect(await readMissing()).toBe(1);
  // With the money of the disputed transfer the whole is seen.
  world.makeHonest();
  await story.mine(4);
  expect(await readMissing()).toBe(4);
  await story.operate("book-outgoing", { tx, against: `user:${anna}` });
  await story.mine(4);
});

it("an operator ends a dispute: nothing is credited, what is there of it is a surplus, and the order ends by time", async () => {
  const { world } = story;
  const readFound = async () => story.tell(await readSurplus(world.tables, world.coinType));
  const anna = await story.meet();
  const before = await readFound();
  const sent = await story.send(anna, 3);
  const tx = story.pay(anna, 3);
  lie("omit", tx);
  await story.mine(2);
  const endDispute = (change = {}) => story.operate("end-dispute", { tx }, change);
  await expect(endDispute()).rejects.toThrow("not differ");
  await story.mine(10);
  expect(await endDispute({ isDryRun: true })).toMatchObject({ isDone: false });
  expect(await story.readAlarms()).toContain("endpointsDisagree");
  const ended: unknown[] = [];
  const readAgain: Chain["readAgain"] = async (asked) => {
    const told = await world.connected.readAgain(asked);
    ended.push(await endDispute());
    return told;
  };
  await new TestWatcher(world.app, { ...world.connected, readAgain }).poll();
  expect(ended).toEqual([expect.objectContaining({ isDone: true, summary: expect.stringContaining(tx) })]);
  expect(await story.readAlarms()).not.toContain("endpointsDisagree");
  expect(await endDispute()).toMatchObject({ isDone: false, isRepeat: true });
  const logged = await world.tables
    .selectFrom("operator_action")
    .select(["tg_user_id", "amount_base", "coin_type"])
    .where("kind", "=", "endDispute")
    .where("subject", "=", `${world.coinType}:${tx}`)
    .execute();
  expect(logged).toEqual([{ tg_user_id: anna, amount_base: story.units(3), coin_type: world.coinType }]);
  story.world.makeHonest();
  await story.mine(20);
  expect([await readFound(), await story.readSum(anna)]).toEqual([before + 3, 0]);
  world.pass(GRACE_OVER_MINUTES);
  await story.mine(8);
  expect(await story.readOrder(sent)).toBe("expired 0");
});

it("what two hosts have after all, once its dispute was ended, is paid, and is no repeat of that", async () => {
  const { world } = story;
  const anna = await story.meet();
  await story.fill(anna, 2);
  // Books and chain are not compared meanwhile.
  world.endpoints[1].lie = { kind: "noPayouts" };
  await story.withdraw(anna, 1);
  await story.mine(4);
  const sent = await story.send(anna, 3);
  const tx = story.pay(anna, 3);
  lie("omit", tx);
  await story.mine(8);
  expect(await story.operate("end-dispute", { tx })).toMatchObject({ isDone: true });
  world.makeHonest();
  await story.mine(12);
  expect(await story.readOrder(sent)).toBe("paid 3");
  await expect(story.operate("end-dispute", { tx })).rejects.toThrow("not differ");
});

it("what a process has read before another one moved on, and an operator ended its dispute, moves no money", async () => {
  const { world } = story;
  const readFound = async () => story.tell(await readSurplus(world.tables, world.coinType));
  const anna = await story.meet();
  const before = await readFound();
  const tx = story.pay(anna, 3);
  world.chain.mine(6);
  const listArrivals: Chain["listArrivals"] = async (range) => {
    const listed = await world.connected.listArrivals(range);
    expect(listed.agreed.map(({ txHash }) => txHash)).toContain(tx);
    lie("omit", tx);
    await story.mine(10);
    expect(await story.operate("end-dispute", { tx })).toMatchObject({ isDone: true });
    world.makeHonest();
    await story.mine(20);
    return listed;
  };
  await new TestWatcher(world.app, { ...world.connected, listArrivals }).poll().catch(() => undefined);
  await story.mine(20);
  expect([await readFound(), await story.readSum(anna)]).toEqual([before + 3, 0]);
});

it("with 100 open disputes of one host that host counts as away, with an alarm", async () => {
  const { world } = story;
  const [anna, ben] = [await story.meet(), await story.meet()];
  const transactions = Array.from({ length: 100 }, () => story.pay(anna, 0.5));
  const left = new Set(transactions);
  const [host] = world.endpoints;
  const tellAll = host.tellOf.bind(host);
  host.tellOf = (block) => tellAll(block).filter(({ id }) => !left.has(id));
  await story.mine(10);
  const alarms = await findAlarms(world.app, [], 0);
  expect(alarms.map(({ subject }) => subject)).toContain(`${world.coinType}:transfers`);
  await story.payWholly(ben, 2);
  expect([await story.readSum(anna), await story.readSum(ben)]).toEqual([0, 0]);
  host.tellOf = tellAll;
  await story.mine(12);
  expect([await story.readSum(anna), await story.readSum(ben)]).toEqual([50, 2]);
});

const UNSTORABLE = {
  "U+0000": { reference: "a\0b" },
  "half of a sign": { reference: "a\ud800" },
  "an amount of 80 digits": { amountBase: 10n ** 79n },
};

describe.each(Object.entries(UNSTORABLE))("%s, which the database refuses,", (_, change) => {
  it.each([0, 1] as const)("told by host %i, is set aside alone, and the other one's reading counts", async (host) => {
    const { world } = story;
    const [anna, ben] = [await story.meet(), await story.meet()];
    const [hers, his] = [await story.send(anna, 3), await story.send(ben, 2)];
    const txId = story.pay(anna, 3);
    world.endpoints[host].lie = { kind: "brought", txId, change };
    await story.mine(2);
    await story.payWholly(ben, 2);
    expect(await story.readOrder(his)).toBe("paid 2");
    world.pass(GRACE_OVER_MINUTES);
    await story.mine(6);
    expect(await story.readOrder(hers)).toBe("confirming 0");
    expect(await story.readAlarms()).toEqual(expect.arrayContaining(["endpointsDisagree", "transferUnread"]));
    world.makeHonest();
    await story.mine(3);
    expect(await story.readOrder(hers)).toBe("paid 3");
    await story.operate("acknowledge", { tx: txId });
  });
});

it("an order that a disputed transfer could pay is neither cancelled nor paid from the balance", async () => {
  const { app } = story.world;
  const anna = await story.meet();
  await story.fill(anna, 3);
  await secure(anna);
  const sent = await story.send(anna, 3);
  lie("omit", story.pay(anna, 3));
  await story.mine(6);
  const body = { orderId: sent.orderId, securityCode: CODE };
  await expect(story.cancel(sent)).rejects.toThrow("orderNotPayable");
  await expect(callAs(app, payFromBalance, anna, { body })).rejects.toThrow("orderNotPayable");
  story.world.makeHonest();
  await story.mine(3);
  expect([await story.readOrder(sent), await story.readSum(anna)]).toEqual(["paid 3", 3]);
});

it.each(["cancelled", "paid"] as const)(
  "what pays an order that is %s while hosts name two senders goes to the balance",
  async (end) => {
    const { app } = story.world;
    const anna = await story.meet();
    await story.fill(anna, 3);
    await secure(anna);
    const sent = await story.send(anna, 3);
    blameStranger(story.pay(anna, 3));
    await story.mine(6);
    const body = { orderId: sent.orderId, securityCode: CODE };
    if (end === "cancelled") await story.cancel(sent);
    else await callAs(app, payFromBalance, anna, { body });
    expect(await story.readOrder(sent)).toBe(end === "paid" ? "paid 3" : "cancelled 0");
    story.world.makeHonest();
    await story.mine(3);
    expect(await story.readSum(anna)).toBe(end === "paid" ? 3 : 6);
    expect(await story.readEnvelope(sent)).toBe(end === "paid" ? "open" : "cancelled");
    expect(await story.readLetters(anna)).toContain("paymentToBalance");
  },
);

it.each(["bound the address", "had an order from it"])(
  "who %s keeps what hosts name two senders of from others, however long they differ",
  async (how) => {
    const { world } = story;
    const { signal } = new AbortController();
    const [anna, ben] = [await story.meet({ isProven: false }), await story.meet({ isProven: false })];
    const unbind = await story.bindTyped(ben, world.walletOf(anna));
    if (how !== "bound the address") await story.send(ben, 3);
    blameStranger(story.pay(anna, 3));
    await story.mine(6);
    await unbind();
    if (how !== "bound the address") await world.tables.deleteFrom("wallet").where("tg_user_id", "=", ben).execute();
    for (let month = 0; month < 5; month += 1) {
      world.pass(MONTH_MINUTES);
      await story.mine(4);
      await countEnded(world.app);
      await cleanUp.run(world.app, signal);
    }
    expect(await world.tables.selectFrom("payment_order").where("tg_user_id", "=", ben).selectAll().execute()).toEqual(
      [],
    );
    world.makeHonest();
    await story.mine(3);
    await cleanUp.run(world.app, signal);
    await story.prove(anna);
    await story.mine(2);
    expect(await story.readSum(anna)).toBe(0);
  },
);

it("a block that hosts tell differently is an alarm until they agree, whichever process has seen it", async () => {
  const { world } = story;
  world.endpoints[0].lie = { kind: "laterTimes" };
  world.chain.mine(2);
  await new TestWatcher(world.app, world.connected).poll();
  await world.restart();
  expect(await story.readAlarms()).toContain("endpointsDisagree");
  expect(story.logged.filter((message) => message.includes("settlement halted"))).toHaveLength(1);
  world.makeHonest();
  await story.mine(2);
  world.endpoints[0].lie = { kind: "laterTimes" };
  world.chain.mine(2);
  await new TestWatcher(world.app, world.connected).poll();
  world.makeHonest();
  await story.mine(2);
  expect(await story.readAlarms()).not.toContain("endpointsDisagree");
});
