import type { CountdownContext, CountdownEvent, CountdownInput } from "./countdown.machine.ts";
import { countdownMachine } from "./countdown.machine.ts";
import { viewCountdown } from "./countdown.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface CountdownShape {
  context: CountdownContext;
  event: CountdownEvent;
  input: CountdownInput;
  outputs: { clock: never };
}

export const model = defineModel<CountdownShape>({
  machine: countdownMachine,
  view: viewCountdown,
  inputs: [{ endsAtMs: 2_500 }, { lastsSeconds: 2 }, { lastsSeconds: 0 }],
  events: {
    "clock.ticked": [
      { type: "clock.ticked", nowMs: 0 },
      { type: "clock.ticked", nowMs: 1_001 },
      { type: "clock.ticked", nowMs: 2_499 },
      { type: "clock.ticked", nowMs: 900_000 },
    ],
  },
  outcomes: { clock: { done: [], error: [] } },
  key: ({ endsAtMs, lastsSeconds, secondsLeft }) => ({ endsAtMs, lastsSeconds, secondsLeft }),
  invariants: {
    "nothing is left at the end, and only there": ({ secondsLeft, lastsSeconds }, isIn) =>
      isIn("over") ? secondsLeft === 0 : secondsLeft !== 0 || lastsSeconds === 0,
    "a wait is never longer than it was given": ({ secondsLeft, lastsSeconds }) =>
      lastsSeconds === null || (secondsLeft !== null && secondsLeft <= lastsSeconds),
    "the clock is asked as long as time is left": (_, isIn, running) => isIn("running") === running.includes("clock"),
  },
});
