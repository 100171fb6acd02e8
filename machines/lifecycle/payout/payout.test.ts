import { expect, test } from "vitest";
import { readLifecycle, readTable } from "#tests/models/readLifecycle.ts";
import { payoutLifecycle } from "./payout.machine.ts";
import { payoutLifecycleTable } from "./payout.table.ts";
import { viewPayout } from "./payout.view.ts";

test("is the chart of its table, and ends where nothing leads on", () => {
  expect(readLifecycle(payoutLifecycle)).toEqual(readTable(payoutLifecycleTable));
});

test.each([
  ["queued", { tone: "plain", isCancellable: true }],
  ["held", { tone: "warn", isCancellable: true }],
  ["sending", { tone: "good", isCancellable: false }],
  ["confirming", { tone: "good", isCancellable: false }],
  ["paid", { tone: "good", isCancellable: false }],
  ["cancelled", { tone: "plain", isCancellable: false }],
  ["returned", { tone: "warn", isCancellable: false }],
] as const)("a payout that is %s is shown as %o", (value, shown) => {
  expect(viewPayout({ value })).toEqual({ ...shown, actions: [] });
});
