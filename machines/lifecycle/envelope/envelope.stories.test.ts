import { expect, test } from "vitest";
import { createActor } from "xstate";
import { envelopeLifecycle, type EnvelopeLifecycleEvent } from "./envelope.machine.ts";
import { viewEnvelope } from "./envelope.view.ts";

type Fact = EnvelopeLifecycleEvent["type"];

/** The statuses that an envelope goes through. */
function live(...facts: Fact[]) {
  const actor = createActor(envelopeLifecycle).start();
  return facts.map((type) => {
    actor.send({ type });
    return actor.getSnapshot().value;
  });
}

test("a paid envelope opens and ends with its last share; the time that passes then changes nothing", () => {
  expect(live("envelope.submitted", "envelope.paid", "envelope.allClaimed", "envelope.timePassed")).toEqual([
    "awaitingPayment",
    "open",
    "finished",
    "finished",
  ]);
});

test("after 24 hours claims end, and the rest goes back once", () => {
  expect(
    live(
      "envelope.submitted",
      "envelope.paid",
      "envelope.timePassed",
      "envelope.allClaimed",
      "envelope.restReturned",
      "envelope.restReturned",
    ),
  ).toEqual(["awaitingPayment", "open", "expired", "expired", "refunded", "refunded"]);
});

test("an envelope whose order ends unpaid is cancelled, and late money does not open it", () => {
  expect(live("envelope.submitted", "envelope.orderEnded", "envelope.paid")).toEqual([
    "awaitingPayment",
    "cancelled",
    "cancelled",
  ]);
});

test("an open envelope cannot be cancelled: its money is the claimers'", () => {
  expect(live("envelope.submitted", "envelope.paid", "envelope.orderEnded")).toEqual([
    "awaitingPayment",
    "open",
    "open",
  ]);
});

test("nothing returns to the sender while claims are open", () => {
  expect(live("envelope.submitted", "envelope.paid", "envelope.restReturned").at(-1)).toBe("open");
});

test("exactly the open one can be claimed, and exactly the unpaid one can be paid", () => {
  const statuses = ["draft", "awaitingPayment", "open", "finished", "expired", "refunded", "cancelled"] as const;
  expect(statuses.filter((value) => viewEnvelope({ value }).isClaimable)).toEqual(["open"]);
  expect(statuses.filter((value) => viewEnvelope({ value }).isPayable)).toEqual(["awaitingPayment"]);
});
