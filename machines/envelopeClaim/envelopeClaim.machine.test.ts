import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../failure.ts";
import { envelopeClaimMachine, type ClaimResult, type EnvelopeDetail } from "./envelopeClaim.machine.ts";
import { viewEnvelopeClaim } from "./envelopeClaim.view.ts";

const ENVELOPE: components["schemas"]["Envelope"] = {
  envelopeId: "e1",
  type: "luckyDraw",
  coinType: "eth",
  totalAmount: "0.05",
  singleAmount: null,
  count: 5,
  remainingAmount: "0.038",
  remainingCount: 4,
  status: "open",
  recordStatus: "partiallyReceived",
  receivedQuantity: 1,
  paidOutAmount: "0.012",
  passphrase: null,
  remark: "Good luck",
  coverId: null,
  messageId: null,
  chatId: null,
  createdAt: "2026-11-20T12:00:00Z",
  openedAt: "2026-11-20T12:01:00Z",
  expiresAt: "2026-11-21T12:01:00Z",
  sender: { name: "Ann", url: null },
  commitment: null,
};
const LAST = { ...ENVELOPE, status: "finished", recordStatus: "received", receivedQuantity: 5 } as const;
const MINE: components["schemas"]["Claim"] = {
  claimId: "c1",
  envelopeId: "e1",
  coinType: "eth",
  amount: "0.012",
  claimedAt: "2026-11-20T12:02:00Z",
  bestLuck: false,
  isMine: true,
  user: { name: "Bob", url: null },
};

interface World {
  envelopeId?: string | null;
  detail?: EnvelopeDetail | Failure;
  result?: ClaimResult | Failure;
}

/** Answers what the world holds: a failure rejects. */
async function answer<Answer extends object>(held: Answer | Failure): Promise<Answer> {
  if ("kind" in held) throw held;
  return held;
}

function start({ envelopeId = null, detail = { kind: "network" }, result = { kind: "network" } }: World) {
  const tries: unknown[] = [];
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
  const actor = createActor(machine, { input: { envelopeId }, clock });
  actor.start();
  actor.send({ type: "ui.open" });
  return { actor, clock, tries };
}

type Started = ReturnType<typeof start>["actor"];

async function reach(actor: Started, state: ReturnType<Started["getSnapshot"]>["value"]) {
  return viewEnvelopeClaim(await waitFor(actor, (snapshot) => snapshot.value === state, { timeout: 1000 }));
}

function submit(actor: Started, passphrase = "happy year"): void {
  actor.send({ type: "ui.typePassphrase", passphrase });
  actor.send({ type: "ui.submit" });
}

test("a link shows the envelope, the passphrase opens it after its animation", async () => {
  const detail = { envelope: ENVELOPE, claims: [] };
  const result = { claim: MINE, envelope: ENVELOPE, alreadyClaimed: false };
  const { actor, clock, tries } = start({ envelopeId: "e1", detail, result });
  expect((await reach(actor, "notReceived")).envelope).toEqual(ENVELOPE);
  actor.send({ type: "ui.enter" });
  submit(actor);
  await reach(actor, "opening");
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: "e1" }]);
  clock.increment(2599);
  await reach(actor, "opening");
  clock.increment(1);
  const view = await reach(actor, "partiallyReceived");
  expect(view.amount).toEqual({ value: "0.012", coinLabel: "ETH", isBestLuck: false });
  expect(view.progress).toEqual({ received: 1, count: 5 });
  expect(actor.getSnapshot().context.passphrase).toBe("");
});

test("the animation can be skipped; the last share makes it all received", async () => {
  const { actor } = start({ result: { claim: MINE, envelope: LAST, alreadyClaimed: false } });
  await reach(actor, "entering");
  submit(actor);
  await reach(actor, "opening");
  actor.send({ type: "ui.skip" });
  expect((await reach(actor, "received")).progress).toEqual({ received: 5, count: 5 });
});

test("a second try shows what the person got before", async () => {
  const { actor } = start({ result: { claim: MINE, envelope: ENVELOPE, alreadyClaimed: true } });
  submit(actor);
  expect((await reach(actor, "alreadyClaimed")).amount?.value).toBe("0.012");
});

test("a link to an envelope with an own share shows the share", async () => {
  const claims = [{ ...MINE, isMine: false, claimId: "c0" }, MINE];
  const { actor } = start({ envelopeId: "e1", detail: { envelope: ENVELOPE, claims } });
  expect((await reach(actor, "alreadyClaimed")).amount?.value).toBe("0.012");
});

test.each<[EnvelopeDetail["envelope"]["status"], "soldOut" | "expired" | "failed", string]>([
  ["finished", "soldOut", "errors:soldOut"],
  ["expired", "expired", "errors:envelopeExpired"],
  ["refunded", "expired", "errors:envelopeExpired"],
  ["awaitingPayment", "failed", "errors:notFound"],
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

test("too many tries are counted down second by second", async () => {
  const { actor, clock } = start({
    result: { kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 3 },
  });
  submit(actor);
  expect((await reach(actor, "tooManyTries")).secondsLeft).toBe(3);
  clock.increment(1000);
  expect((await reach(actor, "tooManyTries")).secondsLeft).toBe(2);
  clock.increment(1000);
  expect((await reach(actor, "tooManyTries")).secondsLeft).toBe(1);
  clock.increment(1000);
  expect((await reach(actor, "entering")).secondsLeft).toBeNull();
});

test("what cannot be a passphrase is not sent", async () => {
  const { actor, tries } = start({});
  submit(actor, "short");
  const view = await reach(actor, "entering");
  expect([view.passphraseProblem, tries]).toEqual(["envelope:problem.passphraseLength", []]);
});
