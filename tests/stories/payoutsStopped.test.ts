import { expect, it } from "vitest";
import type { Scanner } from "#server/chains/chain.ts";
import { readState } from "#server/db/jobState.ts";
import { BookComparer } from "#server/deposits/bookComparer.ts";
import { ChainWatcher } from "#server/deposits/chainWatcher.ts";
import { nameDispute } from "#server/ledger/disputes.ts";
import { isFollowed } from "#server/payouts/book.ts";
import { readReturnedBase } from "#server/payouts/payoutRow.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { openStories } from "./openStories.ts";

const MINUTE_MS = 60_000;
const story = openStories("numbered");
const { expectPaidOnce } = story;

it("while hosts disagree for long on what the treasury holds payouts wait, over restarts, and go on by themselves", async () => {
  const { world } = story;
  const anna = await story.meetRich(3);
  world.endpoints[0].lie = { kind: "treasury", lessBase: 1n };
  const before = await story.withdraw(anna, 1);
  await story.mine(1);
  world.pass(8);
  await story.mine(1);
  expect(await story.readAlarms()).not.toContain("booksUncompared");
  world.pass(8);
  await story.mine(1);
  expect(await story.readAlarms()).toContain("booksUncompared");
  const queued = await story.withdraw(anna, 1);
  await story.mine(1);
  expect(await story.readPayout(queued)).toBe("held: paused");
  await world.restart();
  await story.mine(2);
  expect(await story.readPayout(queued)).toBe("held: paused");
  world.makeHonest();
  await story.mine(14);
  expect(await story.readAlarms()).not.toContain("booksUncompared");
  await expectPaidOnce([before, queued]);
});

it("while the chain is read for long payouts stop, as toward a head that a host has invented", async () => {
  const { world } = story;
  const books = new BookComparer(world.app, world.connected);
  let reads = 0;
  const scanner: Scanner = {
    async read(settled) {
      await books.step();
      if ((await story.readAlarms()).includes("booksUncompared")) throw new Error("stopped");
      if ((reads += 1) > 20) throw new Error("paid on");
      world.clock.advance(MINUTE_MS);
      const [first, last] = [settled + 1n, settled + 2n];
      return { kind: "part", first, last, head: 1n << 40n, transfers: [], unread: [], final: settled, hasMore: true };
    },
    commit: () => undefined,
    invalidateHead: () => undefined,
    reset: () => undefined,
  };
  const watcher = new ChainWatcher(world.app, { ...world.connected, createScanner: () => scanner }, books);
  await expect(watcher.poll()).rejects.toThrow("stopped");
  await story.mine(6);
  expect(await story.readAlarms()).not.toContain("booksUncompared");
});

it("books and chain are compared up to where each payout is booked, and no further", async () => {
  const { world } = story;
  const anna = await story.meetRich(2);
  const queued = await story.withdraw(anna, 1);
  await story.createSender().step();
  world.chain.mine(4);
  await new TestWatcher(world.app, world.connected).poll();
  const { settled_position: final } = await world.tables
    .selectFrom("chain_cursor")
    .select("settled_position")
    .where("coin_type", "=", world.coinType)
    .executeTakeFirstOrThrow();
  const isBooked = () => isFollowed(world.tables, world.coinType, final);
  expect(await isBooked()).toBe(false);
  world.endpoints[0].lie = { kind: "noPayouts" };
  await story.createSender().step();
  expect(await isBooked()).toBe(false);
  world.makeHonest();
  await story.createSender().step();
  expect(await isBooked()).toBe(true);
  await expectPaidOnce([queued]);
});

it("a disputed transaction stops payouts over restarts, while it cannot be followed, and until two hosts agree", async () => {
  const { world } = story;
  const [anna, ben] = [await story.meetRich(2), await story.meetRich(2)];
  const hers = await story.withdraw(anna, 1);
  await story.createSender().step();
  world.endpoints[0].lie = { kind: "payoutFees" };
  world.chain.mine(6);
  await story.createSender().step();
  expect(await story.readAlarms()).toContain("endpointsDisagree");
  const his = await story.withdraw(ben, 1);
  const isBroken = { before: { findTransaction: () => Promise.reject(new Error("no such method")) } };
  for (const disturbance of [isBroken, {}]) {
    await story.createSender(disturbance).step();
    expect(await story.readPayout(his)).toBe("queued");
  }
  world.pass(1);
  world.endpoints[0].lie = { kind: "behind", blocks: 6 };
  await story.createSender().step();
  expect(await story.readPayout(his)).toBe("queued");
  world.makeHonest();
  await story.finish();
  await expectPaidOnce([hers, his]);
  expect(await readState(world.tables, nameDispute("Payout", hers.id))).toBeNull();
});

it("a transaction that one of two hosts leaves out of a settled block stops payouts, with an alarm", async () => {
  const { world } = story;
  const [anna, ben] = [await story.meetRich(2), await story.meetRich(2)];
  const hers = await story.withdraw(anna, 1);
  world.endpoints[0].lie = { kind: "noPayouts" };
  await story.mine(8);
  const his = await story.withdraw(ben, 1);
  await story.mine(2);
  expect(await story.readPayout(his)).toBe("queued");
  expect(await story.readAlarms()).toContain("endpointsDisagree");
  world.makeHonest();
  await story.finish();
  await expectPaidOnce([hers, his]);
  expect(await story.readAlarms()).not.toContain("endpointsDisagree");
});

it("what another process has seen disputed since a payout was prepared keeps it from leaving", async () => {
  const { world } = story;
  const [anna, ben] = [await story.meetRich(2), await story.meetRich(2)];
  const hers = await story.withdraw(anna, 1);
  await story.createSender().step();
  const his = await story.withdraw(ben, 1);
  const other = story.createSender();
  const see = async () => {
    world.endpoints[0].lie = { kind: "payoutFees" };
    world.chain.mine(6);
    await other.step();
  };
  await story.createSender({ after: { prepare: see } }).step();
  expect(await story.readPayout(his)).toBe("queued");
  world.makeHonest();
  await story.finish();
  await expectPaidOnce([hers, his]);
});

it("what was to arrive is back where the network took more than was agreed to", () => {
  const agreed = { gross_base: 100n, fee_base: 10n };
  expect(readReturnedBase(agreed, 0n)).toEqual({ backBase: 100n, lostBase: 0n });
  expect(readReturnedBase(agreed, 4n)).toEqual({ backBase: 96n, lostBase: 4n });
  expect(readReturnedBase(agreed, 25n)).toEqual({ backBase: 90n, lostBase: 10n });
});
