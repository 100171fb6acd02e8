import { expect, test } from "vitest";
import { createActor } from "xstate";
import { payoutLifecycle, type PayoutLifecycleEvent } from "./payout.machine.ts";
import { viewPayout } from "./payout.view.ts";

function live(...types: PayoutLifecycleEvent["type"][]) {
  const actor = createActor(payoutLifecycle).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot();
}

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
