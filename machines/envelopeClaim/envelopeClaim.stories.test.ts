import { expect, test } from "vitest";
import { createActor, fromCallback, fromPromise, waitFor } from "xstate";
import { sampleClaim, sampleEnvelope } from "#tests/models/samples.ts";
import { countdownMachine, type CountdownEvent } from "../countdown/countdown.machine.ts";
import type { Failure } from "../kit/failure.ts";
import { envelopeClaimMachine } from "./envelopeClaim.machine.ts";
import type { ClaimResult, EnvelopeDetail } from "./envelopeClaim.setup.ts";
import { viewEnvelopeClaim, type EnvelopeClaimView } from "./envelopeClaim.view.ts";

const OTHERS = { ...sampleClaim, isMine: false, claimId: "c0", user: { name: "Carol", url: null } };
/** What a stranger may read of an open envelope. */
const STRANGERS = { ...sampleEnvelope, count: null, totalAmount: null, receivedQuantity: null };
const FINISHED = { ...sampleEnvelope, status: "finished", recordStatus: "received", remainingCount: 0 } as const;
const OWN = { ...sampleEnvelope, passphrase: "happy year" };

interface World {
  envelopeId?: string | null;
  /** What each reading of the envelope answers; the last one stays. */
  details?: EnvelopeDetail[];
  result?: ClaimResult | Failure;
}

async function answer<Answer extends object>(held: Answer | Failure): Promise<Answer> {
  if ("kind" in held) throw held;
  return held;
}

/** Opens the claim page in a world that answers so. */
function open({ envelopeId = "e1", details = [], result = { kind: "network" } }: World) {
  const tries: unknown[] = [];
  let nowMs = 1_700_000_000_000;
  let report = () => {};
  const machine = envelopeClaimMachine.provide({
    actors: {
      loadDetail: fromPromise<EnvelopeDetail, { envelopeId: string }>(() => {
        const [detail] = details.length > 1 ? details.splice(0, 1) : details;
        return answer(detail ?? { kind: "network" });
      }),
      claimEnvelope: fromPromise<ClaimResult, { passphrase: string; envelopeId: string | null }>(({ input }) => {
        tries.push(input);
        return answer(result);
      }),
      countdown: countdownMachine.provide({
        actors: {
          clock: fromCallback<CountdownEvent>(({ sendBack }) => {
            report = () => {
              sendBack({ type: "clock.ticked", nowMs });
            };
            report();
          }),
        },
      }),
    },
  });
  const actor = createActor(machine, { input: { envelopeId, passphrase: "" } }).start();
  actor.send({ type: "ui.open" });
  const view = () => viewEnvelopeClaim(actor.getSnapshot());
  const reach = async (isThere: (view: EnvelopeClaimView) => boolean) => {
    await waitFor(actor, (snapshot) => isThere(viewEnvelopeClaim(snapshot)));
    return view();
  };
  const claim = (passphrase: string) => {
    actor.send({ type: "ui.type", field: "passphrase", value: passphrase });
    actor.send({ type: "ui.submit" });
  };
  /** The page sleeps so long, then it sees the clock again. */
  const pass = (ms: number) => {
    nowMs += ms;
    report();
  };
  const listActions = () => view().actions.map(({ event }) => event.type);
  return { actor, tries, view, reach, claim, pass, listActions };
}

test("the sender of an ordinary envelope sees its details, not a form that can never work", async () => {
  const { reach, listActions } = open({ details: [{ envelope: { ...OWN, type: "ordinary" }, claims: [] }] });
  expect((await reach(({ part }) => part === "own")).envelope?.envelopeId).toBe("e1");
  expect(listActions()).toEqual([]);
});

test("the sender of an unpaid lucky draw sees its details, not that there is none", async () => {
  const { reach } = open({ details: [{ envelope: { ...OWN, status: "awaitingPayment" }, claims: [] }] });
  expect((await reach(({ part }) => part === "own")).envelope?.status).toBe("awaitingPayment");
});

test("the sender of a lucky draw claims it without typing what they chose themselves", async () => {
  const { actor, tries, view, reach } = open({
    details: [{ envelope: OWN, claims: [] }],
    result: { claim: sampleClaim, envelope: OWN, alreadyClaimed: false },
  });
  const { actions } = await reach(({ part }) => part === "closed");
  expect(actions.map(({ labelKey }) => labelKey)).toEqual(["envelope:claim.open"]);
  actor.send({ type: "ui.enter" });
  const claiming = view();
  expect([claiming.part, claiming.hasForm]).toEqual(["closed", false]);
  expect(claiming.actions.map(({ labelKey, enabled }) => [labelKey, enabled])).toEqual([
    ["envelope:claim.open", false],
  ]);
  const opening = await reach(({ part }) => part === "opening");
  expect([opening.amount?.value, opening.hasForm]).toEqual(["0.012", false]);
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: "e1" }]);
});

test("the sender of a lucky draw who typed its passphrase sees the form leave as everybody does", async () => {
  const { claim, reach } = open({
    envelopeId: null,
    result: { claim: sampleClaim, envelope: OWN, alreadyClaimed: false },
  });
  claim("happy year");
  expect((await reach(({ part }) => part === "opening")).hasForm).toBe(true);
});

test("an own ordinary envelope that its passphrase found is refused for good, and another can be typed", async () => {
  const { claim, reach, listActions } = open({
    envelopeId: null,
    result: { kind: "api", error: "ownEnvelope", message: "" },
  });
  claim("happy year");
  expect((await reach(({ state }) => state === "failed")).failureKey).toBe("errors:ownEnvelope");
  expect(listActions()).toEqual(["ui.back"]);
});

test("who comes too late sees who got what", async () => {
  const { reach } = open({ details: [{ envelope: FINISHED, claims: [OTHERS] }] });
  expect(await reach(({ part }) => part === "over")).toMatchObject({ state: "soldOut", claims: [OTHERS] });
});

test("who was just too late sees it as well", async () => {
  const { actor, claim, reach } = open({
    details: [
      { envelope: STRANGERS, claims: [] },
      { envelope: FINISHED, claims: [OTHERS] },
    ],
    result: { kind: "api", error: "soldOut", message: "" },
  });
  await reach(({ part }) => part === "closed");
  actor.send({ type: "ui.enter" });
  claim("happy year");
  expect(await reach(({ state }) => state === "soldOut")).toMatchObject({
    claims: [OTHERS],
    progress: { received: 1, count: 5 },
  });
});

test("too many tries are counted down second by second, and what was typed is kept", async () => {
  const { claim, pass, reach, view } = open({
    envelopeId: null,
    result: { kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 3 },
  });
  claim("happy year");
  await reach(({ state }) => state === "tooManyTries");
  for (const secondsLeft of [3, 2, 1]) {
    expect(view().secondsLeft).toBe(secondsLeft);
    pass(1000);
  }
  expect(view()).toMatchObject({
    state: "entering",
    secondsLeft: null,
    passphrase: "happy year",
  });
});

test("a page that slept through the wait asks for no more of it", async () => {
  const { claim, pass, reach, view } = open({
    envelopeId: null,
    result: { kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 900 },
  });
  claim("happy year");
  await reach(({ secondsLeft }) => secondsLeft === 900);
  pass(840_000);
  expect(view().secondsLeft).toBe(60);
  pass(60_000);
  expect(view()).toMatchObject({ state: "entering", passphrase: "happy year" });
});
