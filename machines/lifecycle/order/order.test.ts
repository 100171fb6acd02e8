import { expect, test } from "vitest";
import { readLifecycle, readTable } from "#tests/models/readLifecycle.ts";
import { orderLifecycle } from "./order.machine.ts";
import { orderLifecycleTable } from "./order.table.ts";
import { viewOrder } from "./order.view.ts";

test("is the chart of its table, and ends where nothing leads on", () => {
  expect(readLifecycle(orderLifecycle)).toEqual(readTable(orderLifecycleTable));
});

test.each([
  ["awaitingPayment", { tone: "warn", isPayable: true }],
  ["partiallyPaid", { tone: "warn", isPayable: true }],
  ["confirming", { tone: "good", isPayable: false }],
  ["paid", { tone: "good", isPayable: false }],
  ["cancelled", { tone: "plain", isPayable: false }],
  ["expired", { tone: "plain", isPayable: false }],
] as const)("an order that is %s is shown as %o", (value, shown) => {
  expect(viewOrder({ value })).toEqual({ ...shown, actions: [] });
});
