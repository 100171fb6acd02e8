import { expect, test } from "vitest";
import { sampleClaim, sampleEnvelope } from "#tests/support/samples.ts";
import { openChart } from "#tests/support/openChart.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { answerInTurn, OFFLINE, refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import type { ClaimResult, EnvelopeDetail } from "./claimedEnvelope.ts";
import { type EnvelopeClaimEvent, envelopeClaimMachine } from "./envelopeClaim.machine.ts";
import { viewEnvelopeClaim, type EnvelopeClaimView } from "./envelopeClaim.view.ts";

const ENVELOPE = sampleEnvelope;
const MINE = sampleClaim;
const OTHERS = { ...MINE, isMine: false, claimId: "c0", user: { name: "Carol", url: null } };
const LAST = { ...ENVELOPE, status: "finished", recordStatus: "received", receivedQuantity: 5 } as const;
/** What a stranger may read of an open envelope. */
const STRANGERS = { ...ENVELOPE, count: null, totalAmount: null, receivedQuantity: null };
const FINISHED = { ...ENVELOPE, status: "finished", recordStatus: "received", remainingCount: 0 } as const;
const OWN = { ...ENVELOPE, passphrase: "happy year" };
const OPENED: ClaimResult = { claim: MINE, envelope: ENVELOPE, alreadyClaimed: false, entry: null };

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const inSeconds = (seconds: number) => new Date(NOON_MS + 1000 * seconds).toISOString();

interface Known {
  envelopeId?: string | null;
  /** What was typed before a reload. */
  passphrase?: string;
  /** What each reading of the envelope answers; the last one stays, and without any the network is away. */
  details?: (EnvelopeDetail | Failure)[];
  /** Whether it was claimed in a chat, and nobody has seen it open. */
  hasOpening?: boolean;
  result?: ClaimResult | Failure;
}

/** The claim page in a world that answers so. */
function open({
  envelopeId = null,
  passphrase = "",
  details = [OFFLINE],
  hasOpening = false,
  result = OFFLINE,
}: Known) {
  const reads: string[] = [];
  const tries: unknown[] = [];
  const { countdown, pass } = openHandClock(NOON_MS);
  const readDetail = answerInTurn<EnvelopeDetail>(details);
  const answerClaim = answerInTurn<ClaimResult>([result]);
  const read = (id: string) => {
    reads.push(id);
    return readDetail();
  };
  const chart = openChart(envelopeClaimMachine, viewEnvelopeClaim, {
    input: { envelopeId, passphrase },
    world: {
      loadFirst: async (input) => ({ ...(await read(input.envelopeId)), hasOpening, entry: null }),
      loadDetail: (input) => read(input.envelopeId),
      claimEnvelope: (input) => {
        tries.push(input);
        return answerClaim();
      },
      countdown,
    },
    events: [{ type: "ui.open" }],
  });
  /** Until the page shows a state with all that belongs to it. */
  const reach = (state: EnvelopeClaimView["state"]) => chart.reach((seen) => seen.state === state && !seen.isBusy);
  const claim = (typed = "happy year") =>
    chart.send({ type: "ui.type", field: "passphrase", value: typed }, { type: "ui.submit" });
  const listActions = () => chart.look().actions.map(({ event }) => event.type);
  return { ...chart, reads, tries, wait: chart.reach, reach, claim, passTime: pass, listActions };
}
const ASKED = { chatId: "-1", title: "Friday lunch", link: null, isMet: null };
const MEMBERS = { ...ENVELOPE, claimRule: "members" as const, conditions: [ASKED] };

test("a tap opens an envelope for members, and no passphrase is asked", async () => {
  const result = { ...OPENED, envelope: MEMBERS };
  const { tries, reach, listActions, press, look, see } = open({
    envelopeId: "e1",
    details: [{ envelope: MEMBERS, claims: [] }],
    result,
  });
  const closed = await reach("notReceived");
  expect([closed.part, closed.conditions, closed.actions.map(({ labelKey }) => labelKey)]).toEqual([
    "closed",
    [ASKED],
    ["envelope:claim.open"],
  ]);
  press("ui.enter");
  expect([listActions(), look().part]).toEqual([["ui.enter"], "closed"]);
  expect((await see("opening")).hasForm).toBe(false);
  expect(tries).toEqual([{ passphrase: null, envelopeId: "e1" }]);
});

test("who is no member sees what is missing, and checks again when the messenger is asked again", async () => {
  const unmet = { ...ASKED, isMet: false };
  const { tries, reach, emitted, press, look, passTime } = open({
    envelopeId: "e1",
    details: [{ envelope: MEMBERS, claims: [] }],
    result: refuse("membersOnly", { retryAfterSeconds: 40, conditions: [unmet] }),
  });
  await reach("notReceived");
  press("ui.enter");
  await reach("notMember");
  const refused = look();
  expect([refused.part, refused.conditions, refused.failureKey, refused.waitEndsAt]).toEqual([
    "closed",
    [unmet],
    "errors:membersOnly",
    inSeconds(40),
  ]);
  const again = { event: { type: "ui.retry" }, labelKey: "envelope:claim.checkAgain" };
  expect(refused.actions).toEqual([{ ...again, enabled: false }]);
  passTime(39_999);
  expect(look().actions).toEqual([{ ...again, enabled: false }]);
  passTime(1);
  expect([look().waitEndsAt, look().actions]).toEqual([null, [{ ...again, enabled: true }]]);
  press("ui.retry");
  await reach("notMember");
  expect(tries).toHaveLength(2);
  expect(emitted).toContainEqual({ type: "vibrate", kind: "warning" });
});

test("the sender of one for members opens a lucky draw like a member, and only sees an ordinary one", async () => {
  const life = { status: "open" } as unknown as NonNullable<typeof ENVELOPE.life>;
  for (const [type, state] of [
    ["luckyDraw", "notReceived"],
    ["ordinary", "own"],
  ] as const) {
    const own = { ...MEMBERS, type, life };
    const page = open({ envelopeId: "e1", details: [{ envelope: own, claims: [] }] });
    expect((await page.reach(state)).state).toBe(state);
  }
});

test("after too many taps the closed envelope waits and comes back, also after a failure", async () => {
  const details = [{ envelope: MEMBERS, claims: [] }];
  const result = refuse("tooManyTries", { retryAfterSeconds: 60 });
  const { reach, listActions, press, passTime } = open({ envelopeId: "e1", details, result });
  await reach("notReceived");
  press("ui.enter");
  expect((await reach("tooManyTries")).part).toBe("closed");
  expect(listActions()).toEqual(["ui.enter"]);
  passTime(60_000);
  await reach("notReceived");

  const failing = open({ envelopeId: "e1", details, result: refuse("serviceUnavailable") });
  await failing.reach("notReceived");
  failing.actor.send({ type: "ui.enter" });
  expect((await failing.reach("failed")).part).toBe("closed");
  failing.actor.send({ type: "ui.back" });
  await failing.reach("notReceived");
});

test("a link shows the envelope, the passphrase opens it, and the others are read after the landing", async () => {
  const details = [
    { envelope: ENVELOPE, claims: [] },
    { envelope: ENVELOPE, claims: [MINE] },
  ];
  const { actor, clock, reads, tries, emitted, reach, claim, press, look, see } = open({
    envelopeId: "e1",
    details,
    result: OPENED,
  });
  expect((await reach("notReceived")).envelope).toEqual(ENVELOPE);
  press("ui.enter");
  claim();
  const opening = await see("opening");
  expect([opening.part, opening.picture, opening.celebration]).toEqual(["opening", "opening", "share"]);
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: "e1" }]);
  clock.increment(999);
  expect(look().state).toBe("opening");
  clock.increment(1);
  const landed = look();
  expect([landed.state, landed.part, landed.titleKey, landed.celebration, landed.isBusy]).toEqual([
    "partiallyReceived",
    "landed",
    "envelope:claim.state.partiallyReceived",
    "share",
    true,
  ]);
  const settled = await reach("partiallyReceived");
  expect(settled.amount).toEqual({ value: "0.012", ticker: "ETH", isBestLuck: false });
  expect(settled.progress).toEqual({ received: 1, count: 5 });
  expect(settled.claims).toEqual([MINE]);
  expect(reads).toEqual(["e1", "e1"]);
  expect(actor.getSnapshot().context.passphrase).toBe("");
  expect(emitted).toEqual([
    { type: "draft.changed", text: "happy year" },
    { type: "vibrate", kind: "light" },
    { type: "draft.changed", text: "" },
    { type: "vibrate", kind: "heavy" },
    { type: "vibrate", kind: "success" },
  ]);
});

test("the animation can be skipped; the last share makes it all received, its best luck is celebrated", async () => {
  const best = { ...MINE, bestLuck: true };
  const { emitted, reach, claim, press, see } = open({
    details: [{ envelope: LAST, claims: [best] }],
    result: { claim: best, envelope: LAST, alreadyClaimed: false, entry: null },
  });
  await reach("entering");
  claim();
  await see("opening");
  press("ui.skip");
  const view = await reach("received");
  expect([view.progress, view.celebration]).toEqual([{ received: 5, count: 5 }, "bestLuck"]);
  expect(emitted.at(-1)).toEqual({ type: "vibrate", kind: "success" });
});

test("the turn of the seal is felt while the answer is awaited, and no longer once the page is left", async () => {
  const { actor, clock, claim, see, listTold, send } = open({ result: OPENED });
  const feel = () => listTold("vibrate").length;
  claim();
  expect(feel()).toBe(1);
  clock.increment(899);
  expect(feel()).toBe(1);
  clock.increment(1);
  clock.increment(900);
  expect(feel()).toBe(3);
  expect(actor.getSnapshot().value).toEqual({ claiming: "seen" });
  send({ type: "ui.leave" });
  clock.increment(9000);
  expect(feel()).toBe(3);
  await see("left");
});

test.each([
  ["a share below the even one", "0.000001", {}, "share"],
  ["the even share", "0.01", {}, "share"],
  ["one below one and a half times of it", "0.014999", {}, "share"],
  ["one and a half times of it", "0.015", {}, "lucky"],
  ["the best luck, however small", "0.011", { bestLuck: true }, "bestLuck"],
])("%s is greeted, with more light for more luck", async (_, amount, best, celebration) => {
  const claimed = { ...MINE, amount, ...best };
  const { wait, claim } = open({
    result: {
      claim: claimed,
      envelope: { ...ENVELOPE, totalAmount: "0.05", count: 5 },
      alreadyClaimed: false,
      entry: null,
    },
  });
  claim();
  expect((await wait(({ part }) => part === "opening")).celebration).toBe(celebration);
});

test("a second try shows what the person got before, in silence", async () => {
  const { emitted, reach, claim } = open({
    details: [{ envelope: ENVELOPE, claims: [MINE] }],
    result: { claim: MINE, envelope: ENVELOPE, alreadyClaimed: true, entry: null },
  });
  claim();
  const view = await reach("alreadyClaimed");
  expect([view.amount?.value, view.celebration, view.claims]).toEqual(["0.012", null, [MINE]]);
  expect(emitted).toEqual([
    { type: "draft.changed", text: "happy year" },
    { type: "vibrate", kind: "light" },
    { type: "draft.changed", text: "" },
  ]);
});

test("a share stays shown where the others cannot be read, and they can be read again", async () => {
  const { reads, reach, claim, press, look, see } = open({
    details: [OFFLINE, { envelope: ENVELOPE, claims: [OTHERS, MINE] }],
    result: OPENED,
  });
  claim();
  await see("opening");
  press("ui.skip");
  const alone = await reach("partiallyReceived");
  expect([alone.amount?.value, alone.failureKey]).toEqual(["0.012", "errors:network"]);
  press("ui.refresh");
  expect(look()).toMatchObject({ isBusy: true, failureKey: null });
  expect((await reach("partiallyReceived")).claims).toEqual([OTHERS, MINE]);
  expect(reads).toEqual([MINE.envelopeId, MINE.envelopeId]);
});

test("what was typed before a reload is there again, and can be sent", async () => {
  const { tries, reach, press, see } = open({
    envelopeId: "e1",
    passphrase: "happy year",
    details: [{ envelope: ENVELOPE, claims: [] }],
    result: OPENED,
  });
  await reach("notReceived");
  press("ui.enter");
  expect((await reach("entering")).passphrase).toBe("happy year");
  press("ui.submit");
  await see("opening");
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: "e1" }]);
});

test.each<["soldOut" | "envelopeExpired", "soldOut" | "expired", EnvelopeDetail | Failure]>([
  ["soldOut", "soldOut", { envelope: FINISHED, claims: [OTHERS] }],
  ["envelopeExpired", "expired", { envelope: FINISHED, claims: [OTHERS] }],
  ["soldOut", "soldOut", OFFLINE],
])("by a link the answer %s shows %s at once, then who got it where that can be read", async (error, state, end) => {
  const { reads, emitted, wait, reach, claim, listActions, press } = open({
    envelopeId: "e1",
    details: [{ envelope: STRANGERS, claims: [] }, end],
    result: refuse(error),
  });
  await reach("notReceived");
  press("ui.enter");
  claim();
  expect(await wait(({ part }) => part === "over")).toMatchObject({
    titleKey: `envelope:claim.state.${state}`,
    isBusy: true,
  });
  expect(await reach(state)).toMatchObject(
    "kind" in end ? { claims: [], progress: null } : { claims: [OTHERS], progress: { received: 1, count: 5 } },
  );
  expect([reads, listActions()]).toEqual([["e1", "e1"], []]);
  expect(emitted.slice(-2)).toEqual([
    { type: "vibrate", kind: "warning" },
    { type: "draft.changed", text: "" },
  ]);
});

test("a claim that failed keeps the passphrase, to be sent again", async () => {
  const { tries, reach, claim, press } = open({ result: OFFLINE });
  claim();
  const view = await reach("failed");
  expect([view.part, view.passphrase]).toEqual(["form", "happy year"]);
  press("ui.retry");
  await reach("failed");
  expect(tries).toHaveLength(2);
});

test.each(["ui.retry", "app.online"] as const)(
  "an envelope that the network kept away is read again on %s, never claimed with an old draft",
  async (type) => {
    const { reads, tries, reach, act } = open({
      envelopeId: "e1",
      passphrase: "happy year",
      details: [OFFLINE, { envelope: ENVELOPE, claims: [] }],
    });
    expect((await reach("failed")).part).toBe("loadFailed");
    expect(await act({ type })).toMatchObject({ state: "notReceived", failureKey: null });
    expect([reads, tries]).toEqual([["e1", "e1"], []]);
  },
);

test("a link to no envelope leads on to a claim by passphrase alone", async () => {
  const { tries, reach, claim, press } = open({ envelopeId: "e1", details: [refuse("notFound")] });
  const view = await reach("missing");
  expect([view.part, view.actions.map(({ event }) => event.type)]).toEqual(["missing", ["ui.again"]]);
  press("ui.again");
  claim();
  await reach("failed");
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: null }]);
});

test("a share that was claimed in a chat opens in the app, as one that is claimed here", async () => {
  const { clock, emitted, reads, reach, look, see } = open({
    envelopeId: "e1",
    passphrase: "happy year",
    details: [{ envelope: ENVELOPE, claims: [OTHERS, MINE] }],
    hasOpening: true,
  });
  const opening = await see("opening");
  expect([opening.amount?.value, opening.celebration]).toEqual(["0.012", "share"]);
  clock.increment(1000);
  expect(look()).toMatchObject({ state: "partiallyReceived", celebration: "share" });
  await reach("partiallyReceived");
  expect(reads).toEqual(["e1", "e1"]);
  expect(emitted).toEqual([
    { type: "draft.changed", text: "" },
    { type: "vibrate", kind: "heavy" },
    { type: "vibrate", kind: "success" },
  ]);
});

test("an opening without an own share is not played", async () => {
  const { reach } = open({
    envelopeId: "e1",
    details: [{ envelope: ENVELOPE, claims: [OTHERS] }],
    hasOpening: true,
  });
  expect((await reach("notReceived")).celebration).toBeNull();
});

test.each<[Partial<EnvelopeDetail["envelope"]>, "soldOut" | "expired" | "missing", object]>([
  [{ status: "finished" }, "soldOut", { failureKey: "errors:soldOut", picture: "empty" }],
  [{ status: "expired" }, "expired", { failureKey: "errors:envelopeExpired", picture: "expired" }],
  [{ status: "refunded" }, "expired", { failureKey: "errors:envelopeExpired", picture: "expired" }],
  // It is not called expired.
  [
    { status: "refunded", isEndedBySender: true },
    "expired",
    { titleKey: "envelope:claim.state.ended", failureKey: "envelope:claim.endedText" },
  ],
  [{ status: "awaitingPayment" }, "missing", { failureKey: "envelope:details.notFoundText", picture: "sealed" }],
])("a link to an envelope with %o ends in %s", async (fields, state, seen) => {
  const details = [{ envelope: { ...ENVELOPE, ...fields }, claims: [OTHERS] }];
  const { reads, reach } = open({ envelopeId: "e1", details });
  expect(await reach(state)).toMatchObject({ ...seen, claims: state === "missing" ? [] : [OTHERS] });
  expect(reads).toEqual(["e1"]);
});

const CORRECTED: EnvelopeClaimEvent = { type: "ui.type", field: "passphrase", value: "happy years" };

test.each<[Failure, EnvelopeClaimView["state"], string, "warning" | "error", EnvelopeClaimEvent, string]>([
  [refuse("wrongPassphrase"), "wrongPassphrase", "errors:wrongPassphrase", "error", CORRECTED, "happy years"],
  [refuse("soldOut"), "soldOut", "errors:soldOut", "warning", { type: "ui.again" }, ""],
  [refuse("envelopeExpired"), "expired", "errors:envelopeExpired", "warning", { type: "ui.again" }, ""],
  [refuse("ownEnvelope"), "failed", "errors:ownEnvelope", "error", { type: "ui.back" }, "happy year"],
  [OFFLINE, "failed", "errors:network", "error", CORRECTED, "happy years"],
])("%o ends in %s, says %s, and %o leads back to the form", async (result, state, failureKey, kind, event, left) => {
  const { reach, claim, send, look, listTold } = open({ result });
  claim();
  expect((await reach(state)).failureKey).toBe(failureKey);
  expect(listTold("vibrate")).toEqual([
    { type: "vibrate", kind: "light" },
    { type: "vibrate", kind },
  ]);
  send(event);
  expect(look()).toMatchObject({ state: "entering", passphrase: left, failureKey: null, passphraseProblem: null });
  const drafts = listTold("draft.changed");
  expect(drafts.at(-1)).toMatchObject({ text: left });
});

test("what cannot be a passphrase is not sent, and only then it is said", async () => {
  const { actor, tries, press, look } = open({});
  actor.send({ type: "ui.type", field: "passphrase", value: "a, b!" });
  expect(look().passphraseProblem).toBeNull();
  press("ui.submit");
  expect([look().state, look().passphraseProblem, tries]).toEqual([
    "entering",
    "envelope:problem.passphraseLength",
    [],
  ]);
});

test("a claim whose page is left goes on, is made once, and its share is told", async () => {
  const { actor, tries, emitted, reach, claim, send } = open({ result: OPENED });
  claim();
  send({ type: "ui.leave" });
  expect(actor.getSnapshot().status).toBe("active");
  await reach("left");
  expect(tries).toHaveLength(1);
  expect(emitted.slice(-2)).toEqual([
    { type: "draft.changed", text: "" },
    { type: "share.unseen", claim: MINE },
  ]);
  expect(actor.getSnapshot().status).toBe("done");
});

test.each<[string, Failure, object[]]>([
  [
    "a refusal after the page is left is told too, and what was typed is kept",
    refuse("wrongPassphrase"),
    [{ type: "toast.show", tone: "error", labelKey: "errors:wrongPassphrase", values: {} }],
  ],
  ["a page that went with its session tells nothing of that", { kind: "unauthorized" }, []],
])("%s", async (_, result, told) => {
  const { emitted, reach, claim, send } = open({ result });
  claim();
  send({ type: "ui.leave" });
  await reach("left");
  expect(emitted).toEqual([{ type: "draft.changed", text: "happy year" }, { type: "vibrate", kind: "light" }, ...told]);
});

test("a share whose opening is not waited for is told at once, and leaving at any other time tells nothing", async () => {
  const opening = open({ result: OPENED });
  opening.claim();
  await opening.see("opening");
  opening.send({ type: "ui.leave" });
  expect(opening.emitted.at(-1)).toEqual({ type: "share.unseen", claim: MINE });
  const { actor, emitted, reach, send } = open({
    envelopeId: "e1",
    details: [{ envelope: ENVELOPE, claims: [{ ...MINE, isMine: false, claimId: "c0" }, MINE] }],
  });
  expect((await reach("alreadyClaimed")).amount?.value).toBe("0.012");
  send({ type: "ui.leave" });
  expect(actor.getSnapshot().status).toBe("done");
  expect(emitted).toEqual([{ type: "draft.changed", text: "" }]);
});

test.each<[string, Partial<EnvelopeDetail["envelope"]>]>([
  ["an ordinary envelope sees its details, not a form that can never work", { type: "ordinary" }],
  ["an unpaid lucky draw sees its details, not that there is none", { status: "awaitingPayment" }],
])("the sender of %s", async (_, fields) => {
  const envelope = { ...OWN, ...fields };
  const { wait, listActions } = open({ envelopeId: "e1", details: [{ envelope, claims: [] }] });
  expect((await wait(({ part }) => part === "own")).envelope).toEqual(envelope);
  expect(listActions()).toEqual([]);
});

test("the sender of a lucky draw claims it without typing what they chose themselves", async () => {
  const { tries, wait, press, look } = open({
    envelopeId: "e1",
    details: [{ envelope: OWN, claims: [] }],
    result: { claim: MINE, envelope: OWN, alreadyClaimed: false, entry: null },
  });
  const { actions } = await wait(({ part }) => part === "closed");
  expect(actions.map(({ labelKey }) => labelKey)).toEqual(["envelope:claim.open"]);
  press("ui.enter");
  const claiming = look();
  expect([claiming.part, claiming.hasForm]).toEqual(["closed", false]);
  expect(claiming.actions.map(({ labelKey, enabled }) => [labelKey, enabled])).toEqual([
    ["envelope:claim.open", false],
  ]);
  const opening = await wait(({ part }) => part === "opening");
  expect([opening.amount?.value, opening.hasForm]).toEqual(["0.012", false]);
  expect(tries).toEqual([{ passphrase: "happy year", envelopeId: "e1" }]);
});

test("the sender of a lucky draw who typed its passphrase sees the form leave as everybody does", async () => {
  const { wait, claim } = open({
    result: { claim: MINE, envelope: OWN, alreadyClaimed: false, entry: null },
  });
  claim("happy year");
  expect((await wait(({ part }) => part === "opening")).hasForm).toBe(true);
});

test("an own ordinary envelope that its passphrase found is refused for good", async () => {
  const { reach, claim, listActions } = open({ result: refuse("ownEnvelope") });
  claim("happy year");
  await reach("failed");
  expect(listActions()).toEqual(["ui.back"]);
});

test("too many tries have to be waited for, and what was typed is kept", async () => {
  const { emitted, claim, look, see, passTime } = open({
    result: refuse("tooManyTries", { retryAfterSeconds: 3 }),
  });
  claim("happy year");
  await see("tooManyTries");
  expect(emitted.at(-1)).toEqual({ type: "vibrate", kind: "warning" });
  expect(look().waitEndsAt).toBe(inSeconds(3));
  passTime(2_999);
  expect(look().state).toBe("tooManyTries");
  passTime(1);
  expect(look()).toMatchObject({
    state: "entering",
    waitEndsAt: null,
    passphrase: "happy year",
  });
});
