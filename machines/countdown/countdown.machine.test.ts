import { expect, test } from "vitest";
import { createActor, fromCallback } from "xstate";
import { countdownMachine, type CountdownEvent, type CountdownInput } from "./countdown.machine.ts";
import { viewCountdown } from "./countdown.view.ts";

/** A countdown on a clock that shows what it is set to. */
function start(input: CountdownInput, nowMs: number) {
  let isWatched = false;
  const machine = countdownMachine.provide({
    actors: {
      clock: fromCallback<CountdownEvent>(({ sendBack }) => {
        isWatched = true;
        sendBack({ type: "clock.ticked", nowMs });
        return () => {
          isWatched = false;
        };
      }),
    },
  });
  const actor = createActor(machine, { input }).start();
  const tick = (nowMs: number) => {
    actor.send({ type: "clock.ticked", nowMs });
    return viewCountdown(actor.getSnapshot());
  };
  return { actor, tick, view: () => viewCountdown(actor.getSnapshot()), isWatched: () => isWatched };
}

test("the rest is known as soon as it runs", () => {
  expect(start({ endsAtMs: 10_000 }, 7_000).view()).toEqual({ state: "running", secondsLeft: 3, actions: [] });
  expect(start({ lastsSeconds: 42 }, 7_000).view().secondsLeft).toBe(42);
});

test("a second counts until it is over", () => {
  const { tick } = start({ endsAtMs: 2_000 }, 0);
  expect(tick(999).secondsLeft).toBe(2);
  expect(tick(1_000).secondsLeft).toBe(1);
  expect(tick(1_999)).toMatchObject({ state: "running", secondsLeft: 1 });
  expect(tick(2_000)).toMatchObject({ state: "over", secondsLeft: 0 });
});

test("a deadline that has passed is over at once", () => {
  expect(start({ endsAtMs: 1_000 }, 1_001).view()).toMatchObject({ state: "over", secondsLeft: 0 });
});

test("nothing asks the clock any more once it is over", () => {
  const { tick, isWatched } = start({ lastsSeconds: 1 }, 0);
  expect(isWatched()).toBe(true);
  tick(1_000);
  expect(isWatched()).toBe(false);
});
