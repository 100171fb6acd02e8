import { expect, test } from "vitest";
import { createActor } from "xstate";
import { countdown, type CountdownInput, createCountdown } from "./countdown.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);

/** A wait on a device with a clock, whose page can sleep: its timers stand still then, and its clock does not. */
function wait(input: CountdownInput, nowMs = NOON_MS) {
  let isAsleep = false;
  const reports = new Set<(nowMs: number) => void>();
  const actor = createActor(
    createCountdown((report) => {
      reports.add(report);
      report(nowMs);
      return () => reports.delete(report);
    }),
    { input },
  );
  const told: (number | undefined)[] = [];
  actor.subscribe(({ context }) => void told.push(context?.endsAtMs));
  actor.start();
  const setClock = (toMs: number) => {
    nowMs = toMs;
    if (!isAsleep) for (const report of reports) report(nowMs);
  };
  return {
    actor,
    /** Moments that were told, each as often as it was. */
    told: () => told.filter((endsAtMs) => endsAtMs !== undefined),
    isOver: () => actor.getSnapshot().status === "done",
    isWatched: () => reports.size > 0,
    setClock,
    pass: (ms: number) => {
      for (let passedMs = 0; passedMs < ms; passedMs += 1000) setClock(nowMs + 1000);
    },
    sleep: () => {
      isAsleep = true;
    },
    wake: () => {
      isAsleep = false;
      setClock(nowMs);
    },
  };
}

test("a wait of some seconds tells its end at once and no second of it, and is over with the last", () => {
  const { told, isOver, isWatched, pass } = wait({ lastsSeconds: 1800 });
  pass(1_799_000);
  expect([told(), isOver(), isWatched()]).toEqual([[NOON_MS + 1_800_000], false, true]);
  pass(1000);
  expect([isOver(), isWatched()]).toEqual([true, false]);
});

test("a moment that was given is over when it comes, to the millisecond", () => {
  const { told, isOver, setClock } = wait({ endsAtMs: NOON_MS + 2_500 });
  setClock(NOON_MS + 2_499);
  expect([told(), isOver()]).toEqual([[], false]);
  setClock(NOON_MS + 2_500);
  expect(isOver()).toBe(true);
});

test.each([{ endsAtMs: NOON_MS - 1 }, { lastsSeconds: 0 }])(
  "%o is over at once, and asks no clock any more",
  (input) => {
    const { isOver, isWatched } = wait(input);
    expect([isOver(), isWatched()]).toEqual([true, false]);
  },
);

test("a page that slept past the end wakes to it", () => {
  const { isOver, pass, sleep, wake } = wait({ lastsSeconds: 60 });
  pass(10_000);
  sleep();
  pass(600_000);
  expect(isOver()).toBe(false);
  wake();
  expect(isOver()).toBe(true);
});

test("a clock that is set back makes a wait no longer than it was", () => {
  const { told, isOver, pass, setClock } = wait({ lastsSeconds: 60 });
  pass(10_000);
  setClock(NOON_MS - 7_200_000);
  expect(told()).toEqual([NOON_MS + 60_000, NOON_MS - 7_140_000]);
  pass(60_000);
  expect(isOver()).toBe(true);
});

test("nothing asks the clock once the wait is left", () => {
  const { actor, isWatched } = wait({ lastsSeconds: 60 });
  actor.stop();
  expect(isWatched()).toBe(false);
});

test("a wait without a clock breaks, and says what is missing", () => {
  const actor = createActor(countdown, { input: { lastsSeconds: 1 } });
  actor.subscribe({ error: () => {} });
  actor.start();
  expect(actor.getSnapshot()).toMatchObject({ status: "error", error: new Error("provide countdown") });
});
