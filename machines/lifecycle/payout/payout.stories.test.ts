import { expect, test } from "vitest";
import { createActor } from "xstate";
import { payoutLifecycle, type PayoutLifecycleEvent } from "./payout.machine.ts";
import { viewPayout } from "./payout.view.ts";

/** A payout through what happened to it, with whether its owner can take the money back at each step. */
function run(...types: PayoutLifecycleEvent["type"][]) {
  const actor = createActor(payoutLifecycle).start();
  return types.map((type) => {
    actor.send({ type });
    const { value } = actor.getSnapshot();
    return [value, viewPayout({ value }).isCancellable];
  });
}

test("an empty treasury holds a payout, it is filled, and the money arrives", () => {
  expect(run("payout.held", "payout.released", "payout.signed", "payout.seen", "payout.final")).toEqual([
    ["held", true],
    ["queued", true],
    ["sending", false],
    ["confirming", false],
    ["paid", false],
  ]);
});

test("somebody cancels while the sender signs: whoever is first wins, never both", () => {
  expect(run("payout.signed", "payout.cancelled")).toEqual([
    ["sending", false],
    ["sending", false],
  ]);
  expect(run("payout.cancelled", "payout.signed")).toEqual([
    ["cancelled", false],
    ["cancelled", false],
  ]);
});

test("a reorganisation drops the block, and the payout stays on its way until it is final", () => {
  expect(run("payout.signed", "payout.seen", "payout.seen", "payout.final").at(-1)).toEqual(["paid", false]);
});

test("a transaction that moved nothing gives the money back once, and never pays later", () => {
  expect(run("payout.signed", "payout.seen", "payout.lost", "payout.final")).toEqual([
    ["sending", false],
    ["confirming", false],
    ["returned", false],
    ["returned", false],
  ]);
});

test("a payout that was never seen in a block cannot be called paid", () => {
  expect(run("payout.signed", "payout.final").at(-1)).toEqual(["sending", false]);
});
