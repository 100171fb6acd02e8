import { expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import { readState } from "#server/db/jobState.ts";
import { readSurplus } from "#server/deposits/surplus.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { STRANGER } from "#tests/model/world.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { openStories } from "./openStories.ts";

const SHORTFALL = "the treasury holds less than the books: sends, openings and payouts stop";
/** ORDER_TTL_S and ORDER_GRACE_S together. */
const OVER_MINUTES = 45;

const story = openStories("timed");

/** Money of the treasury goes elsewhere, which nobody has signed. Answers how much. */
function steal(amount: number): bigint {
  story.world.spend(story.units(amount), undefined, 0n);
  return story.units(amount);
}

/** Nobody can tell what it is, so it is in the treasury and in no book. */
function putBack(amountBase: bigint): void {
  story.world.pay(story.world.walletOf(STRANGER), [{ amountBase, reference: null }], true);
}

it("stops sends while it lasts, and each change is logged once", async () => {
  const readMissing = () => readState(story.world.tables, nameMissing(story.world.coinType));
  const anna = await story.meet();
  await story.fill(anna, 1);
  const stolenBase = steal(0.1);
  await story.mine(4);
  expect(await readMissing()).toBe(String(stolenBase));
  expect(story.logged).toEqual([SHORTFALL]);
  await expect(story.send(anna, 5)).rejects.toMatchObject({ key: "serviceUnavailable" });
  // A transfer adds to both sides.
  await story.payWholly(anna, 1);
  expect(await readMissing()).toBe(String(stolenBase));
  putBack(stolenBase);
  await story.mine(4);
  expect(await readMissing()).toBeNull();
  expect(story.logged.filter((message) => message === SHORTFALL)).toHaveLength(1);
});

it("opens no envelope while it lasts, and each once when it is back", async () => {
  const { world } = story;
  const anna = await story.meet();
  const sent = await story.send(anna, 5);
  const stolenBase = steal(1);
  await story.mine(5);
  await story.payWholly(anna, 6);
  expect(await story.readOrder(sent)).toBe("paid 5");
  expect(await story.readEnvelope(sent)).toBe("awaitingPayment");
  expect(await story.readSum(anna)).toBe(1);
  await expect(story.cancel(sent)).rejects.toMatchObject({ key: "orderNotPayable" });
  world.pass(OVER_MINUTES);
  await story.mine(4);
  expect(await story.readEnvelope(sent)).toBe("awaitingPayment");
  expect(await findBreaches(world.app.database)).toEqual([
    expect.stringContaining("the treasury held what the books say when they were last compared with the chain"),
  ]);

  putBack(stolenBase);
  await world.startProcess();
  for (let block = 0; block < 5; block += 1) {
    world.chain.mine(1);
    await world.workTogether();
  }
  expect(await story.readEnvelope(sent)).toBe("open");
});

it("what both hosts leave out is looked for again before it is nobody's, and pays its order", async () => {
  const { world } = story;
  const readFound = () => readSurplus(world.tables, world.coinType);
  const anna = await story.meet();
  const before = await readFound();
  const sent = await story.send(anna, 5);
  const txId = story.pay(anna, 5, sent.reference);
  for (const endpoint of world.endpoints) endpoint.lie = { kind: "omit", txId };
  world.chain.mine(1);
  const paidAt = world.chain.newest.position;
  const readTreasury: Chain["readTreasury"] = (position, since) => {
    if (position >= paidAt) world.makeHonest();
    return world.connected.readTreasury(position, since);
  };
  const watcher = new TestWatcher(world.app, { ...world.connected, readTreasury });
  for (let block = 0; block < 6; block += 1) {
    world.chain.mine(1);
    await watcher.poll();
  }
  expect(await story.readOutcomes(txId)).toEqual(["order"]);
  expect(await story.readOrder(sent)).toBe("paid 5");
  expect(await readFound()).toBe(before);
  expect(story.logged).toEqual([]);
});
