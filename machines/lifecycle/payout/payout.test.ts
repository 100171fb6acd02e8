import { expect, test } from "vitest";
import { createActor } from "xstate";
import { payoutLifecycle, type PayoutLifecycleEvent } from "./payout.machine.ts";
import { payoutLifecycleTable } from "./payout.table.ts";
import { viewPayout } from "./payout.view.ts";
import { readLifecycle } from "#tests/models/readLifecycle.ts";

function live(...types: PayoutLifecycleEvent["type"][]) {
  const actor = createActor(payoutLifecycle).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot();
}

test("is the chart of its table", () => {
  const [first] = Object.keys(payoutLifecycleTable);
  expect(readLifecycle(payoutLifecycle)).toEqual({ first, table: payoutLifecycleTable });
});

test("a payout is signed, seen, final and paid", () => {
  expect(viewPayout(live("payout.signed"))).toEqual({ tone: "good", isCancellable: false, actions: [] });
  expect(live("payout.signed", "payout.seen", "payout.final")).toMatchObject({ value: "paid", status: "done" });
});

test("a held payout goes on once it is released", () => {
  expect(viewPayout(live("payout.held"))).toMatchObject({ tone: "warn", isCancellable: true });
  expect(live("payout.held", "payout.released").value).toBe("queued");
});

test("only what is not signed can be cancelled", () => {
  expect(live("payout.cancelled").value).toBe("cancelled");
  expect(live("payout.held", "payout.cancelled").value).toBe("cancelled");
  expect(live("payout.signed", "payout.cancelled").value).toBe("sending");
  expect(live("payout.signed", "payout.seen", "payout.cancelled").value).toBe("confirming");
});

test("an ended payout stays ended", () => {
  expect(live("payout.cancelled", "payout.signed").value).toBe("cancelled");
  expect(live("payout.signed", "payout.lost", "payout.seen").value).toBe("returned");
});

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
