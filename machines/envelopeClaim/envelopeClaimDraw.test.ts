import { expect, test } from "vitest";
import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleClaim, sampleEntry, sampleEnvelope } from "#tests/support/samples.ts";
import { openChart } from "#tests/support/openChart.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { drawFollowChild, type DrawReading } from "../kit/follow/drawFollow.ts";
import type { ClaimResult, EnvelopeDetail, FirstDetail } from "./claimedEnvelope.ts";
import { envelopeClaimMachine } from "./envelopeClaim.machine.ts";
import { viewEnvelopeClaim } from "./envelopeClaim.view.ts";

type Entry = components["schemas"]["Entry"];

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const inSeconds = (seconds: number) => new Date(NOON_MS + 1000 * seconds).toISOString();

const ENVELOPE = {
  ...sampleEnvelope,
  claimRule: "members",
  drawRule: "together",
  drawWindowS: 15,
  remainingCount: 5,
  count: null,
} as const;
const OVER = { ...ENVELOPE, status: "finished", recordStatus: "received", remainingCount: 0 } as const;
const ENTRY: Entry = {
  ...sampleEntry,
  place: 3,
  entries: 12,
  enteredAt: inSeconds(-5),
  closesAt: inSeconds(10),
};
const WON: DrawReading = { entry: { ...ENTRY, status: "won" }, claim: sampleClaim };
const LOST: DrawReading = { entry: { ...ENTRY, status: "lost" }, claim: null };
const UNDRAWN: DrawReading = { entry: { ...ENTRY, status: "undrawn" }, claim: null };
const OTHERS = [{ ...sampleClaim, isMine: false, user: { name: "Carol", url: null } }];

interface World {
  /** Null where the passphrase has to find it. */
  envelopeId?: string | null;
  /** As the page finds the person's place. */
  found?: Partial<FirstDetail>;
  accepted?: Partial<ClaimResult>;
  /** What the draw reads as, until `draw` says something else. */
  reading?: DrawReading;
  detail?: EnvelopeDetail;
}

/** The page of an envelope for members that is drawn for all. */
function openDraw({
  envelopeId = "e1",
  found,
  accepted,
  reading,
  detail = { envelope: OVER, claims: OTHERS },
}: World = {}) {
  const { countdown, pass: passTime } = openHandClock(NOON_MS);
  const reads: string[] = [];
  const details: string[] = [];
  let now: DrawReading = reading ?? { entry: ENTRY, claim: null };
  const chart = openChart(envelopeClaimMachine, viewEnvelopeClaim, {
    input: { envelopeId, passphrase: "" },
    world: {
      loadFirst: () => ({ envelope: ENVELOPE, claims: [], hasOpening: false, entry: null, ...found }),
      loadDetail: (input) => {
        details.push(input.envelopeId);
        return detail;
      },
      claimEnvelope: () => ({ claim: null, entry: ENTRY, envelope: ENVELOPE, alreadyClaimed: false, ...accepted }),
      countdown,
      drawFollow: drawFollowChild.provide({
        actors: {
          read: fromPromise<DrawReading, { id: string }>(async ({ input }) => {
            reads.push(input.id);
            return now;
          }),
        },
      }),
    },
    events: [{ type: "ui.open" }],
  });
  const draw = (next: DrawReading) => {
    now = next;
  };
  const enter = async () => {
    await chart.see("notReceived");
    chart.press("ui.enter");
    return chart.see("inDraw");
  };
  return { ...chart, reads, details, passTime, draw, enter };
}

test("a tap is a place in the draw: how many are in, for how many shares, until when", async () => {
  const { enter, act, draw, pass, emitted } = openDraw();
  expect((await enter()).draw).toEqual({
    place: 3,
    entries: 12,
    shares: 5,
    oneIn: 3,
    closesAt: ENTRY.closesAt,
    windowS: 15,
  });
  expect(emitted).toContainEqual({ type: "vibrate", kind: "success" });
  draw({ entry: { ...ENTRY, entries: 1284 }, claim: null });
  await act();
  expect((await pass(3000)).draw).toMatchObject({ entries: 1284, oneIn: 257 });
});

test("with shares for everybody so far there is one for each", async () => {
  const { enter } = openDraw({
    accepted: { entry: { ...ENTRY, entries: 5 } },
    reading: { entry: { ...ENTRY, entries: 5 }, claim: null },
  });
  expect((await enter()).draw).toMatchObject({ entries: 5, shares: 5, oneIn: 1 });
});

test("the window closes, the round comes, and what it gave opens", async () => {
  const { enter, see, passTime, draw, pass, look, reads } = openDraw();
  await enter();
  passTime(9_999);
  expect(look().state).toBe("inDraw");
  passTime(1);
  expect(look()).toMatchObject({ state: "drawing", part: "waiting", picture: "claiming", actions: [] });
  await pass(0);
  draw(WON);
  const before = reads.length;
  await pass(1000);
  expect(reads.length).toBe(before + 1);
  expect(new Set(reads)).toEqual(new Set([ENVELOPE.envelopeId]));
  expect((await see("opening")).amount?.value).toBe("0.012");
});

test("who lost is told kindly, and sees who won as far as they may", async () => {
  const { enter, passTime, draw, pass, see, details, listTold } = openDraw();
  await enter();
  draw(LOST);
  passTime(10_000);
  await pass(1000);
  const lost = await see("lost");
  expect(lost).toMatchObject({ part: "over", failureKey: "envelope:draw.lostText", draw: null });
  await pass(0);
  expect(details).toEqual(["e1"]);
  expect(listTold("vibrate").at(-1)).toEqual({ type: "vibrate", kind: "warning" });
});

test("ten seconds after its time the page says that randomness is late, and goes on with it", async () => {
  const { enter, passTime, draw, pass, look, see } = openDraw();
  await enter();
  passTime(23_999);
  expect(look().state).toBe("drawing");
  passTime(1);
  expect(look()).toMatchObject({ state: "late", failureKey: "envelope:draw.lateText", draw: { place: 3 } });
  draw(WON);
  await pass(3000);
  expect((await see("opening")).celebration).not.toBeNull();
});

test("a draw that never was says so", async () => {
  const { enter, passTime, draw, pass, see, listTold } = openDraw();
  await enter();
  draw(UNDRAWN);
  passTime(10_000);
  await pass(1000);
  expect((await see("notDrawn")).failureKey).toBe("envelope:draw.notDrawnText");
  expect(listTold("vibrate").at(-1)).toEqual({ type: "vibrate", kind: "warning" });
});

test.each([
  ["waits", { entry: ENTRY }, "inDraw"],
  ["waits in a window that has closed", { entry: { ...ENTRY, closesAt: inSeconds(-5) } }, "drawing"],
  ["waits for a late round", { entry: { ...ENTRY, closesAt: inSeconds(-20) } }, "late"],
  ["has lost", { entry: LOST.entry, envelope: OVER }, "lost"],
  ["waited in vain", { entry: UNDRAWN.entry, envelope: { ...ENVELOPE, status: "refunded" } }, "notDrawn"],
  ["is in none", {}, "notReceived"],
] as const)("a reload or a second device goes on in the same place: who %s", async (_, found, state) => {
  const { see } = openDraw({ found });
  expect((await see(state)).state).toBe(state);
});

test("who found it by its passphrase and lost types another one, of an envelope that is not known yet", async () => {
  const { see, send, press } = openDraw({ envelopeId: null, accepted: { entry: LOST.entry, alreadyClaimed: true } });
  send({ type: "ui.type", field: "passphrase", value: "happy year" }, { type: "ui.submit" });
  expect((await see("lost")).envelope).toEqual(ENVELOPE);
  expect(press("ui.again")).toMatchObject({ state: "entering", envelope: null });
});

test.each([
  ["lost", { entry: LOST.entry, envelope: OVER, alreadyClaimed: true }, "lost"],
  ["never drawn", { entry: UNDRAWN.entry, alreadyClaimed: true }, "notDrawn"],
] as const)("a repeat after the draw is told as it ended: %s", async (_, accepted, state) => {
  const { see, press } = openDraw({ accepted });
  await see("notReceived");
  press("ui.enter");
  expect((await see(state)).state).toBe(state);
});

test.each(["claiming", "inDraw"] as const)(
  "who looks at something else while %s is told there what they won, once",
  async (state) => {
    const { see, press, send, draw, pass, listTold, actor, look } = openDraw();
    await see("notReceived");
    press("ui.enter");
    if (state === "inDraw") await see(state);
    expect(look().state).toBe(state);
    send({ type: "ui.leave" });
    await pass(0);
    expect(actor.getSnapshot().value).toEqual({ waiting: "unseen" });
    draw(WON);
    await pass(3000);
    expect(actor.getSnapshot().status).toBe("done");
    expect(listTold("share.unseen")).toEqual([{ type: "share.unseen", claim: sampleClaim }]);
  },
);
