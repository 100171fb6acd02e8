import { expect, test } from "vitest";
import { createActor } from "xstate";
import { envelopeLifecycle, type EnvelopeLifecycleEvent } from "./envelope.machine.ts";
import { viewEnvelope } from "./envelope.view.ts";

function live(...types: EnvelopeLifecycleEvent["type"][]) {
  const actor = createActor(envelopeLifecycle).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot();
}

test("an envelope that is claimed to the last share is finished for good", () => {
  const snapshot = live("envelope.submitted", "envelope.paid", "envelope.allClaimed", "envelope.timePassed");
  expect(snapshot.value).toBe("finished");
  expect(viewEnvelope(snapshot)).toEqual({
    tone: "plain",
    isClaimable: false,
    isPayable: false,
    isOver: false,
    actions: [],
  });
});

test("what is left when the time has passed goes back once", () => {
  const snapshot = live("envelope.submitted", "envelope.paid", "envelope.timePassed", "envelope.restReturned");
  expect(snapshot).toMatchObject({ value: "refunded", status: "done" });
});

test("an unpaid envelope cannot be claimed and ends with its order", () => {
  expect(live("envelope.submitted", "envelope.allClaimed").value).toBe("awaitingPayment");
  expect(viewEnvelope(live("envelope.submitted"))).toMatchObject({ tone: "warn", isClaimable: false });
  expect(live("envelope.submitted", "envelope.orderEnded").value).toBe("cancelled");
});

test("an open envelope is claimable", () => {
  expect(viewEnvelope(live("envelope.submitted", "envelope.paid"))).toMatchObject({ isClaimable: true });
});
