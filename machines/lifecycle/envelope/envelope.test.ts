import { expect, test } from "vitest";
import { createActor } from "xstate";
import { envelopeLifecycle, type EnvelopeLifecycleEvent } from "./envelope.machine.ts";
import { envelopeLifecycleTable } from "./envelope.table.ts";
import { viewEnvelope } from "./envelope.view.ts";
import { readLifecycle } from "#tests/models/readLifecycle.ts";

function live(...types: EnvelopeLifecycleEvent["type"][]) {
  const actor = createActor(envelopeLifecycle).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot();
}

test("is the chart of its table", () => {
  const [first] = Object.keys(envelopeLifecycleTable);
  expect(readLifecycle(envelopeLifecycle)).toEqual({ first, table: envelopeLifecycleTable });
});

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

type Fact = EnvelopeLifecycleEvent["type"];

/** The statuses that an envelope goes through. */
function run(...facts: Fact[]) {
  const actor = createActor(envelopeLifecycle).start();
  return facts.map((type) => {
    actor.send({ type });
    return actor.getSnapshot().value;
  });
}

test("a paid envelope opens and ends with its last share; the time that passes then changes nothing", () => {
  expect(run("envelope.submitted", "envelope.paid", "envelope.allClaimed", "envelope.timePassed")).toEqual([
    "awaitingPayment",
    "open",
    "finished",
    "finished",
  ]);
});

test("after 24 hours claims end, and the rest goes back once", () => {
  expect(
    run(
      "envelope.submitted",
      "envelope.paid",
      "envelope.timePassed",
      "envelope.allClaimed",
      "envelope.restReturned",
      "envelope.restReturned",
    ),
  ).toEqual(["awaitingPayment", "open", "expired", "expired", "refunded", "refunded"]);
});

test("its sender ends an open one, once, and no other", () => {
  expect(
    run("envelope.submitted", "envelope.closed", "envelope.paid", "envelope.closed", "envelope.timePassed"),
  ).toEqual(["awaitingPayment", "awaitingPayment", "open", "expired", "expired"]);
  expect(run("envelope.submitted", "envelope.paid", "envelope.allClaimed", "envelope.closed").at(-1)).toBe("finished");
});

test("an envelope whose order ends unpaid is cancelled, and late money does not open it", () => {
  expect(run("envelope.submitted", "envelope.orderEnded", "envelope.paid")).toEqual([
    "awaitingPayment",
    "cancelled",
    "cancelled",
  ]);
});

test("an open envelope cannot be cancelled: its money is the claimers'", () => {
  expect(run("envelope.submitted", "envelope.paid", "envelope.orderEnded")).toEqual([
    "awaitingPayment",
    "open",
    "open",
  ]);
});

test("nothing returns to the sender while claims are open", () => {
  expect(run("envelope.submitted", "envelope.paid", "envelope.restReturned").at(-1)).toBe("open");
});

test("exactly the open one can be claimed, and exactly the unpaid one can be paid", () => {
  const statuses = ["draft", "awaitingPayment", "open", "finished", "expired", "refunded", "cancelled"] as const;
  expect(statuses.filter((value) => viewEnvelope({ value }).isClaimable)).toEqual(["open"]);
  expect(statuses.filter((value) => viewEnvelope({ value }).isPayable)).toEqual(["awaitingPayment"]);
});
