import { expect, it } from "vitest";
import { deleteAccount } from "#server/accounts/deleteAccount.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import type { Transaction } from "#tests/model/chain.ts";
import { STRANGER } from "#tests/model/world.ts";
import { callAs } from "#tests/support/story.ts";
import { openStories } from "./openStories.ts";

const story = openStories("timed");
const leave = (who: bigint) => callAs(story.world.app, deleteAccount, who, { body: {} });

it("nobody's money is assigned once, by an operator, and the bot says so", async () => {
  const [anna, ben] = [await story.meet({ isProven: false }), await story.meet()];
  const tx = await story.payWholly(anna, 2);
  expect((await story.operate("assign", { user: String(ben), tx })).isDone).toBe(true);
  expect((await story.operate("assign", { user: String(ben), tx })).isRepeat).toBe(true);
  await expect(story.operate("assign", { user: String(anna), tx })).rejects.toThrow("was assigned to person");
  expect(await story.readSum(ben)).toBe(2);
  expect(await story.readLetters(ben)).toEqual(["assignedToBalance"]);
  await story.prove(anna);
  expect(await story.readSum(anna)).toBe(0);
});

it("what has an owner, or is not final, is never assigned", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  const owned = await story.payWholly(anna, 2);
  await expect(story.operate("assign", { user: String(ben), tx: owned })).rejects.toThrow("not unmatched");
  const fresh = await story.meet({ isProven: false });
  const early = story.pay(fresh, 2);
  await story.mine(1);
  await expect(story.operate("assign", { user: String(ben), tx: early })).rejects.toThrow("not final");
  expect(await story.readSum(ben)).toBe(0);
});

it("while money is missing sends, openings and payouts stop, claims go on, and booking what left ends it", async () => {
  const { world } = story;
  const [anna, ben] = [await story.meet(), await story.meet()];
  const opened = await story.open(anna, 4);
  await story.fill(anna, 5);
  const waiting = await story.send(ben, 2);
  const tx = world.spend(story.units(1));
  await story.mine(5);
  expect(await isMoneyMissing(world.tables, world.coinType)).toBe(true);
  await expect(story.send(anna, 2)).rejects.toMatchObject({ key: "serviceUnavailable" });
  await story.payWholly(ben, 2);
  expect([await story.readOrder(waiting), await story.readEnvelope(waiting)]).toEqual(["paid 2", "awaitingPayment"]);
  const queued = await story.withdraw(anna, 1);
  await story.mine(3);
  expect(await story.readPayout(queued)).toBe("held: paused");
  expect((await story.claim(ben, opened)).alreadyClaimed).toBe(false);
  await story.operate("book-outgoing", { tx, against: `user:${anna}` });
  await story.mine(14);
  expect(await story.readEnvelope(waiting)).toBe("open");
  expect(await story.readPayout(queued)).toBe("paid");
  expect(await story.readSum(anna)).toBeLessThan(3);
});

it("what left by hand is booked against nobody who has less, and once", async () => {
  const { world } = story;
  const [anna, ben] = [await story.meet(), await story.meet()];
  await story.fill(anna, 3);
  const tx = world.spend(story.units(2));
  await story.mine(5);
  await expect(story.operate("book-outgoing", { tx, against: `user:${ben}` })).rejects.toThrow("The balance is");
  await story.operate("book-outgoing", { tx, against: `user:${anna}` });
  expect((await story.operate("book-outgoing", { tx, against: `user:${anna}` })).isRepeat).toBe(true);
  expect(await story.readSum(anna)).toBeLessThan(1);
  await story.mine(6);
  expect(await isMoneyMissing(world.tables, world.coinType)).toBe(false);
});

it("an account stays while something is owed to it or by it", async () => {
  const anna = await story.meet();
  await story.send(anna, 2);
  await expect(leave(anna)).rejects.toMatchObject({ key: "notAvailable" });
  const ben = await story.meet();
  await story.fill(ben, 1);
  await expect(leave(ben)).rejects.toMatchObject({ key: "notAvailable" });
  const queued = await story.withdraw(ben, 1);
  await expect(leave(ben)).rejects.toMatchObject({ key: "notAvailable" });
  await story.mine(8);
  expect(await story.readPayout(queued)).toBe("paid");
  await leave(ben);
});

it("what a deleted person sends later is nobody's", async () => {
  const [anna, ben] = [await story.meet(), await story.meet()];
  await leave(anna);
  const tx = await story.payWholly(anna, 2);
  await story.operate("assign", { user: String(ben), tx });
  expect(await story.readSum(ben)).toBe(2);
});

it.each([-26, 26])("with a clock %i hours off nothing ends by time, and nothing is paid out", async (hours) => {
  const anna = await story.meet();
  await story.fill(anna, 1);
  const opened = await story.open(anna, 2);
  const sent = await story.send(anna, 3);
  story.world.clockIsAheadMs = hours * 3_600_000;
  const queued = await story.withdraw(anna, 1);
  await story.mine(6);
  expect([await story.readEnvelope(opened), await story.readOrder(sent)]).toEqual(["open", "awaitingPayment 0"]);
  expect(await story.readPayout(queued)).toBe("queued");
});

it("what nobody can read is a surplus, which an operator gives once, and never what a transfer brought", async () => {
  const { world, operate } = story;
  const [anna, stranger] = [await story.meet(), await story.meet({ isProven: false })];
  await story.payWholly(stranger, 2);
  const tx = world.pay(world.walletOf(stranger), [{ amountBase: story.units(1), reference: null }], true);
  await story.mine(5);
  await operate("acknowledge", { tx });
  const give = (amount: string, reference: string, user = anna) =>
    operate("assign", { user: String(user), surplus: amount, reference });
  await expect(give("0.02", "case-1")).rejects.toThrow("The surplus is");
  await expect(give("0.01", "a case")).rejects.toThrow("--reference must name the case");
  const [first, second] = await Promise.allSettled([give("0.01", "case-1"), give("0.01", "case-2")]);
  expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  const reference = first.status === "fulfilled" ? "case-1" : "case-2";
  expect(await give("0.01", reference)).toMatchObject({ isDone: false, isRepeat: true });
  await expect(give("0.005", reference)).rejects.toThrow("Another amount");
  await expect(give("0.01", reference, stranger)).rejects.toThrow("It was assigned to person");
  expect(await story.readSum(anna)).toBe(1);
  await story.prove(stranger);
  expect(await story.readSum(stranger)).toBe(2);
});

it("an assignment names who did it and why, and takes none without a person, a name and money", async () => {
  const { world, operate } = story;
  const [anna, stranger] = [await story.meet(), await story.meet({ isProven: false })];
  const tx = await story.payWholly(stranger, 2);
  const values = { user: String(anna), tx };
  expect(await operate("assign", values, { isDryRun: true })).toMatchObject({ isDone: false, isRepeat: false });
  await expect(operate("assign", values, { reason: " " })).rejects.toThrow("A reason is needed.");
  await expect(operate("assign", { ...values, user: "9" })).rejects.toThrow("There is no person 9.");
  await expect(operate("assign", { ...values, index: "1" })).rejects.toThrow("There is no such transfer.");
  await expect(operate("assign", { ...values, surplus: "1" })).rejects.toThrow("Give --tx or --surplus.");
  const all = await Promise.all([operate("assign", values), operate("assign", values), operate("assign", values)]);
  expect(all.filter(({ isDone }) => isDone)).toHaveLength(1);
  const logged = await world.tables.selectFrom("operator_action").selectAll().where("tg_user_id", "=", anna).execute();
  expect(logged).toMatchObject([{ kind: "assignTransfer", operator: "anna", reason: "a test" }]);
  await expect(world.app.database.pool.query("delete from operator_action")).rejects.toThrow("append-only");
});

it("what comes back from a cold address is credited to nobody, though its key is somebody's wallet too", async () => {
  const { world, operate } = story;
  const [anna, ben] = [await story.meet(), await story.meet({ isProven: false })];
  await story.fill(anna, 8);
  const paid = await story.withdraw(anna, 1);
  await story.mine(6);
  expect(await story.readPayout(paid)).toBe("paid");
  const back = (tx: string, change = {}) => operate("return-from-cold", { tx }, change);
  const early = await story.payWholly(ben, 1);
  await expect(back(early)).rejects.toThrow("it is no cold address");
  const swept = world.spend(story.units(3), world.walletOf(ben), 100n);
  await story.mine(4);
  await operate("book-outgoing", { tx: swept, against: "cold" });
  await story.mine(4);
  expect(await isMoneyMissing(world.tables, world.coinType)).toBe(false);
  await story.prove(ben);
  const tx = story.pay(ben, 4);
  await story.mine(1);
  await expect(back(tx)).rejects.toThrow("not final");
  await story.mine(4);
  expect(await story.readSum(ben)).toBe(0);
  expect(await back(tx, { isDryRun: true })).toMatchObject({ isDone: false, isRepeat: false });
  const results = await Promise.all([back(tx), back(tx)]);
  expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
  expect(await back(early)).toMatchObject({ isDone: true });
  expect(await back(early)).toMatchObject({ isRepeat: true });
  await expect(back(swept)).rejects.toThrow("There is no such transfer.");
  await expect(operate("assign", { user: String(ben), tx })).rejects.toThrow("not unmatched");
  expect([await story.readSum(ben), await story.readSum(anna)]).toEqual([0, 7]);
});

it("a cold address is no wallet of a person, and no payer of an order", async () => {
  const { world, operate } = story;
  const [anna, ben] = [await story.meet(), await story.meet({ isProven: false })];
  await story.fill(anna, 8);
  const unbind = await story.bindTyped(ben);
  await story.send(ben, 2);
  for (const [person, why] of [
    [anna, "is a wallet of person"],
    [ben, "is a wallet of person"],
  ] as const) {
    const tx = world.spend(story.units(1), world.walletOf(person), 100n);
    await story.mine(4);
    const book = (isDryRun: boolean) => operate("book-outgoing", { tx, against: "cold" }, { isDryRun });
    for (const isDryRun of [true, false]) await expect(book(isDryRun)).rejects.toThrow(why);
    await operate("book-outgoing", { tx, against: `user:${anna}` });
  }
  await unbind();
  await story.mine(4);
});

it("what left by hand is booked once, as two hosts tell it, and against no more than there is", async () => {
  const { world, operate } = story;
  const anna = await story.meet();
  await story.fill(anna, 8);
  const paid = await story.withdraw(anna, 1);
  await story.mine(6);
  const { tx_hash: own } = await world.tables
    .selectFrom("payout")
    .select("tx_hash")
    .where("payout_id", "=", paid.id)
    .executeTakeFirstOrThrow();
  const tx = world.spend(story.units(3));
  await story.mine(1);
  const book = (values: object, change = {}) =>
    operate("book-outgoing", { tx, against: `user:${anna}`, ...values }, change);
  await expect(book({})).rejects.toThrow("not final yet");
  await story.mine(4);
  const foreign = await story.payWholly(anna, 1);
  await expect(book({ tx: own ?? "" })).rejects.toThrow(`Payout ${paid.id}`);
  await expect(book({ tx: foreign })).rejects.toThrow("has sent no such transaction");
  await expect(book({ tx: "0x12" })).rejects.toThrow("--tx must be");
  await expect(book({ against: "fees" })).rejects.toThrow("to give");
  await expect(book({ against: "unmatched" })).rejects.toThrow("The surplus is");
  const makeCheap = (one: Transaction) => Object.assign({}, one, { feeBase: 1n });
  const [host] = world.endpoints;
  host.isAway = true;
  await expect(book({})).rejects.toThrow("Too few endpoints answer.");
  host.isAway = false;
  const look = host.look.bind(host);
  host.look = () =>
    look().map((block) => Object.assign({}, block, { transactions: block.transactions.map(makeCheap) }));
  await expect(book({})).rejects.toThrow("The endpoints do not agree on it");
  host.look = look;
  expect(await book({}, { isDryRun: true })).toMatchObject({ isDone: false, isRepeat: false });
  const results = await Promise.all([book({}), book({})]);
  expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
  await expect(book({ against: "fees" })).rejects.toThrow("It was booked against user:");
  await story.mine(4);
  expect(await isMoneyMissing(world.tables, world.coinType)).toBe(false);
});

it("a transaction that cannot be read is set aside once, and its alarm lasts until an operator has seen it", async () => {
  const { world } = story;
  const tx = world.pay(world.walletOf(STRANGER), [{ amountBase: story.units(2), reference: null }], true);
  await story.mine(5);
  expect(await story.readAlarms()).toContain("transferUnread");
  const acknowledge = (change = {}) => story.operate("acknowledge", { tx }, change);
  expect(await acknowledge({ isDryRun: true })).toMatchObject({ isDone: false });
  expect(await acknowledge()).toMatchObject({ isDone: true });
  expect(await acknowledge()).toMatchObject({ isDone: false, isRepeat: true });
  await world.restart();
  await story.mine(2);
  expect(await story.readAlarms()).not.toContain("transferUnread");
  expect(story.logged).toEqual(["a transaction to the treasury cannot be read: it is set aside"]);
});
