import { fromCallback } from "xstate";

import { countdownMachine, type CountdownEvent } from "#machines/countdown/countdown.machine.ts";

/** A countdown whose clock stands still until the test moves it. */
export function openHandClock(startMs: number) {
  let nowMs = startMs;
  const ticks = new Set<() => void>();
  const countdown = countdownMachine.provide({
    actors: {
      clock: fromCallback<CountdownEvent>(({ sendBack }) => {
        const tick = () => {
          sendBack({ type: "clock.ticked", nowMs });
        };
        tick();
        ticks.add(tick);
        return () => ticks.delete(tick);
      }),
    },
  });
  const pass = (ms: number): void => {
    nowMs += ms;
    for (const tick of ticks) tick();
  };
  return { countdown, pass };
}
