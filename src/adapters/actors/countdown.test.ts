import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createActor } from "xstate";

import { countdownMachine, type CountdownInput } from "#machines/countdown/countdown.machine.ts";
import { viewCountdown } from "#machines/countdown/countdown.view.ts";

import { createCountdownActors } from "./countdown.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(input: CountdownInput) {
  const actor = createActor(countdownMachine.provide({ actors: createCountdownActors() }), { input }).start();
  return { actor, view: () => viewCountdown(actor.getSnapshot()) };
}

it("knows the rest at once and counts it down each second", () => {
  const { view } = start({ endsAtMs: Date.now() + 2_000 });
  expect(view().secondsLeft).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect(view().secondsLeft).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(view().state).toBe("over");
});

it("shows the right rest as soon as a page that slept is seen again", () => {
  const { view } = start({ lastsSeconds: 60 });
  vi.setSystemTime(Date.now() + 45_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(view().secondsLeft).toBe(15);
});

it("leaves nothing behind when it is stopped", () => {
  const { actor } = start({ lastsSeconds: 60 });
  const removed = vi.spyOn(document, "removeEventListener");
  actor.stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(removed).toHaveBeenCalledTimes(1);
});
