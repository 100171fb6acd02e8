import { expect, it } from "vitest";
import { deleteAccount } from "#server/accounts/deleteAccount.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
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

it.each([-26, 26])("with a clock %i hours off nothing ends by time", async (hours) => {
  const anna = await story.meet();
  const opened = await story.open(anna, 2);
  const sent = await story.send(anna, 3);
  story.world.clockIsAheadMs = hours * 3_600_000;
  await story.mine(6);
  expect([await story.readEnvelope(opened), await story.readOrder(sent)]).toEqual(["open", "awaitingPayment 0"]);
});
