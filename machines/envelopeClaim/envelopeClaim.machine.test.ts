import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { envelopeClaimMachine } from "./envelopeClaim.machine.ts";
import type { ClaimResult, EnvelopeDetail } from "./envelopeClaim.setup.ts";
import { viewEnvelopeClaim, type EnvelopeClaimView } from "./envelopeClaim.view.ts";
import { sampleClaim, sampleEnvelope } from "#tests/models/samples.ts";

const ENVELOPE = sampleEnvelope;
const LAST = { ...ENVELOPE, status: "finished", recordStatus: "received", receivedQuantity: 5 } as const;
const MINE = sampleClaim;

interface World {
  envelopeId?: string | null;
  passphrase?: string;
  detail?: EnvelopeDetail | Failure;
  result?: ClaimResult | Failure;
}

/** Answers what the world holds: a failure rejects. */
async function answer<Answer extends object>(held: Answer | Failure): Promise<Answer> {
  if ("kind" in held) throw held;
  return held;
}

function start({
  envelopeId = null,
  passphrase = "",
  detail = { kind: "network" },
  result = { kind: "network" },
}: World) {
  const tries: unknown[] = [];
  const emitted: unknown[] = [];
  const clock = new SimulatedClock();
  const machine = envelopeClaimMachine.provide({
    actors: {
      loadDetail: fromPromise<EnvelopeDetail, { envelopeId: string }>(() => answer(detail)),
      claimEnvelope: fromPromise<ClaimResult, { passphrase: string; envelopeId: string | null }>(({ input }) => {
        tries.push(input);
        return answer(result);
      }),
    },
  });
  const actor = createActor(machine, { input: { envelopeId, passphrase }, clock });
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  actor.send({ type: "ui.open" });
  return { actor, clock, tries, emitted };
}

type Started = ReturnType<typeof start>["actor"];

/** Waits until the page shows a state with all that belongs to it. */
async function reach(actor: Started, state: EnvelopeClaimView["state"]) {
  const isThere = ({ state: shown, isBusy }: EnvelopeClaimView) =>
    shown === state && (!isBusy || state === "claiming" || state === "loadingDetail");
  return viewEnvelopeClaim(await waitFor(actor, (snapshot) => isThere(viewEnvelopeClaim(snapshot))));
}

function submit(actor: Started, passphrase = "happy year"): void {
  actor.send({ type: "ui.type", field: "passphrase", value: passphrase });
  actor.send({ type: "ui.submit" });
}

test("a link shows the envelope, the passphrase opens it, and the others are read after the landing", async () => {
  const detail: EnvelopeDetail = { envelope: ENVELOPE, claims: [] };
  const result = { claim: MINE, envelope: ENVELOPE, alreadyClaimed: false };
  const { actor, clock, tries, emitted } = start({ envelopeId: "e1", detail, result });
  expect((await reach(actor, "notReceived")).envelope).toEqual(ENVELOPE);
  actor.send({ type: "ui.enter" });
  submit(actor);
  const opening = await reach(actor, "opening");
  expect([opening.part, opening.picture, opening.celebration]).toEqual(["opening", "opening", null]);
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: "e1" }]);
  detail.claims = [MINE];
  clock.increment(999);
  await reach(actor, "opening");
  clock.increment(1);
  const landed = viewEnvelopeClaim(actor.getSnapshot());
  expect([landed.state, landed.part, landed.titleKey, landed.celebration, landed.isBusy]).toEqual([
    "partiallyReceived",
    "landed",
    "envelope:claim.state.partiallyReceived",
    "share",
    true,
  ]);
  const view = await reach(actor, "partiallyReceived");
  expect(view.amount).toEqual({ value: "0.012", ticker: "ETH", isBestLuck: false });
  expect(view.progress).toEqual({ received: 1, count: 5 });
  expect(view.claims).toEqual([MINE]);
  expect(actor.getSnapshot().context.passphrase).toBe("");
  expect(emitted).toEqual([
    { type: "draft.changed", passphrase: "happy year" },
    { type: "draft.changed", passphrase: null },
    { type: "vibrate", kind: "heavy" },
    { type: "vibrate", kind: "success" },
  ]);
});

test("the animation can be skipped; the last share makes it all received, its best luck is celebrated", async () => {
  const best = { ...MINE, bestLuck: true };
  const { actor } = start({
    detail: { envelope: LAST, claims: [best] },
    result: { claim: best, envelope: LAST, alreadyClaimed: false },
  });
  await reach(actor, "entering");
  submit(actor);
  await reach(actor, "opening");
  actor.send({ type: "ui.skip" });
  const view = await reach(actor, "received");
  expect([view.progress, view.celebration]).toEqual([{ received: 5, count: 5 }, "bestLuck"]);
});

test("a second try shows what the person got before, in silence", async () => {
  const { actor, emitted } = start({
    detail: { envelope: ENVELOPE, claims: [MINE] },
    result: { claim: MINE, envelope: ENVELOPE, alreadyClaimed: true },
  });
  submit(actor);
  const view = await reach(actor, "alreadyClaimed");
  expect([view.amount?.value, view.celebration, view.claims]).toEqual(["0.012", null, [MINE]]);
  expect(emitted).not.toContainEqual(expect.objectContaining({ type: "vibrate" }));
});

test("a share stays shown where the others cannot be read", async () => {
  const { actor } = start({ result: { claim: MINE, envelope: ENVELOPE, alreadyClaimed: false } });
  submit(actor);
  await reach(actor, "opening");
  actor.send({ type: "ui.skip" });
  const view = await reach(actor, "partiallyReceived");
  expect([view.amount?.value, view.failureKey]).toEqual(["0.012", "errors:network"]);
});

test("what was typed before a reload is there again, and can be sent", async () => {
  const result = { claim: MINE, envelope: ENVELOPE, alreadyClaimed: false };
  const { actor, tries } = start({
    envelopeId: "e1",
    passphrase: "happy year",
    detail: { envelope: ENVELOPE, claims: [] },
    result,
  });
  await reach(actor, "notReceived");
  actor.send({ type: "ui.enter" });
  expect((await reach(actor, "entering")).passphrase).toBe("happy year");
  actor.send({ type: "ui.submit" });
  await reach(actor, "opening");
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: "e1" }]);
});

test.each<["soldOut" | "envelopeExpired", "soldOut" | "expired"]>([
  ["soldOut", "soldOut"],
  ["envelopeExpired", "expired"],
])("who comes too late by a link sees at once that it is %s, then who got it", async (error, state) => {
  const others = [{ ...MINE, isMine: false }];
  const detail: EnvelopeDetail = { envelope: ENVELOPE, claims: [] };
  const { actor, emitted } = start({
    envelopeId: "e1",
    detail,
    result: { kind: "api", error, message: "" },
  });
  await reach(actor, "notReceived");
  actor.send({ type: "ui.enter" });
  detail.claims = others;
  submit(actor);
  const missed = viewEnvelopeClaim(await waitFor(actor, (snapshot) => snapshot.matches("over")));
  expect([missed.part, missed.titleKey, missed.isBusy]).toEqual(["over", `envelope:claim.state.${state}`, true]);
  const view = await reach(actor, state);
  expect(view.claims).toEqual(others);
  expect(emitted.slice(-2)).toEqual([
    { type: "vibrate", kind: "warning" },
    { type: "draft.changed", passphrase: null },
  ]);
});

test("a claim that failed keeps the passphrase, to be sent again or corrected", async () => {
  const { actor, tries } = start({ result: { kind: "network" } });
  submit(actor);
  const view = await reach(actor, "failed");
  expect([view.part, view.passphrase, view.failureKey]).toEqual(["form", "happy year", "errors:network"]);
  actor.send({ type: "ui.retry" });
  await reach(actor, "failed");
  expect(tries).toHaveLength(2);
  actor.send({ type: "ui.type", field: "passphrase", value: "happy years" });
  expect((await reach(actor, "entering")).failureKey).toBeNull();
});

test("an envelope that could not be read is read again, never claimed with an old draft", async () => {
  const { actor, tries } = start({ envelopeId: "e1", passphrase: "happy year" });
  expect((await reach(actor, "failed")).part).toBe("unread");
  actor.send({ type: "ui.retry" });
  expect(actor.getSnapshot().value).toBe("loadingDetail");
  expect(tries).toEqual([]);
});

test("a link to no envelope leads on to a claim by passphrase alone", async () => {
  const { actor, tries } = start({ envelopeId: "e1", detail: { kind: "api", error: "notFound", message: "" } });
  const view = await reach(actor, "missing");
  expect([view.part, view.actions.map(({ event }) => event.type)]).toEqual(["missing", ["ui.again"]]);
  actor.send({ type: "ui.again" });
  submit(actor);
  await reach(actor, "failed");
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: null }]);
});

test("a link to an envelope with an own share shows the share", async () => {
  const claims = [{ ...MINE, isMine: false, claimId: "c0" }, MINE];
  const { actor } = start({ envelopeId: "e1", detail: { envelope: ENVELOPE, claims } });
  expect((await reach(actor, "alreadyClaimed")).amount?.value).toBe("0.012");
});

test.each<[EnvelopeDetail["envelope"]["status"], "soldOut" | "expired" | "missing", string]>([
  ["finished", "soldOut", "errors:soldOut"],
  ["expired", "expired", "errors:envelopeExpired"],
  ["refunded", "expired", "errors:envelopeExpired"],
  ["awaitingPayment", "missing", "envelope:details.notFoundText"],
])("a link to an envelope that is %s ends in %s", async (status, state, failureKey) => {
  const { actor } = start({ envelopeId: "e1", detail: { envelope: { ...ENVELOPE, status }, claims: [] } });
  expect((await reach(actor, state)).failureKey).toBe(failureKey);
});

test.each<[Failure, "soldOut" | "expired" | "wrongPassphrase" | "failed", string]>([
  [{ kind: "api", error: "wrongPassphrase", message: "" }, "wrongPassphrase", "errors:wrongPassphrase"],
  [{ kind: "api", error: "soldOut", message: "" }, "soldOut", "errors:soldOut"],
  [{ kind: "api", error: "envelopeExpired", message: "" }, "expired", "errors:envelopeExpired"],
  [{ kind: "api", error: "ownEnvelope", message: "" }, "failed", "errors:ownEnvelope"],
])("%o ends in %s", async (result, state, failureKey) => {
  const { actor } = start({ result });
  submit(actor);
  expect((await reach(actor, state)).failureKey).toBe(failureKey);
});

test("what cannot be a passphrase is not sent", async () => {
  const { actor, tries } = start({});
  submit(actor, "short");
  const view = await reach(actor, "entering");
  expect([view.passphraseProblem, tries]).toEqual(["envelope:problem.passphraseLength", []]);
});

test("a claim whose page is left goes on, is made once, and its share is told", async () => {
  const { actor, tries, emitted } = start({ result: { claim: MINE, envelope: ENVELOPE, alreadyClaimed: false } });
  submit(actor);
  actor.send({ type: "ui.leave" });
  expect(actor.getSnapshot().status).toBe("active");
  await reach(actor, "left");
  expect(tries).toHaveLength(1);
  expect(emitted.slice(-2)).toEqual([
    { type: "draft.changed", passphrase: null },
    { type: "share.unseen", claim: MINE },
  ]);
  expect(actor.getSnapshot().status).toBe("done");
});

test("a refusal after the page is left is told too, and what was typed is kept", async () => {
  const failure: Failure = { kind: "api", error: "wrongPassphrase", message: "" };
  const { actor, emitted } = start({ result: failure });
  submit(actor);
  actor.send({ type: "ui.leave" });
  await reach(actor, "left");
  expect(emitted).toEqual([
    { type: "draft.changed", passphrase: "happy year" },
    { type: "failure.unseen", failure },
  ]);
});

test("a page that went with its session tells nothing of that", async () => {
  const { actor, emitted } = start({ result: { kind: "unauthorized" } });
  submit(actor);
  actor.send({ type: "ui.leave" });
  await reach(actor, "left");
  expect(emitted).toEqual([{ type: "draft.changed", passphrase: "happy year" }]);
});

test("a share whose opening is not waited for is told at once", async () => {
  const { actor, emitted } = start({ result: { claim: MINE, envelope: ENVELOPE, alreadyClaimed: false } });
  submit(actor);
  await reach(actor, "opening");
  actor.send({ type: "ui.leave" });
  expect(emitted.at(-1)).toEqual({ type: "share.unseen", claim: MINE });
});

test("leaving at any other time tells nothing", async () => {
  const { actor, emitted } = start({
    envelopeId: "e1",
    detail: { envelope: ENVELOPE, claims: [MINE] },
  });
  await reach(actor, "alreadyClaimed");
  actor.send({ type: "ui.leave" });
  expect(actor.getSnapshot().status).toBe("done");
  expect(emitted).toEqual([{ type: "draft.changed", passphrase: null }]);
});
