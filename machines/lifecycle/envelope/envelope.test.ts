import { expect, test } from "vitest";
import { readLifecycle, readTable } from "#tests/models/readLifecycle.ts";
import { envelopeLifecycle } from "./envelope.machine.ts";
import { envelopeLifecycleTable } from "./envelope.table.ts";
import { viewEnvelope } from "./envelope.view.ts";

test("is the chart of its table, and ends where nothing leads on", () => {
  expect(readLifecycle(envelopeLifecycle)).toEqual(readTable(envelopeLifecycleTable));
});

test.each([
  ["draft", { tone: "plain", isClaimable: false, isPayable: false, isOver: false }],
  ["awaitingPayment", { tone: "warn", isClaimable: false, isPayable: true, isOver: false }],
  ["open", { tone: "plain", isClaimable: true, isPayable: false, isOver: false }],
  ["finished", { tone: "plain", isClaimable: false, isPayable: false, isOver: false }],
  ["expired", { tone: "plain", isClaimable: false, isPayable: false, isOver: true }],
  ["refunded", { tone: "plain", isClaimable: false, isPayable: false, isOver: true }],
  ["cancelled", { tone: "plain", isClaimable: false, isPayable: false, isOver: true }],
] as const)("an envelope that is %s is shown as %o", (value, shown) => {
  expect(viewEnvelope({ value })).toEqual({ ...shown, actions: [] });
});
