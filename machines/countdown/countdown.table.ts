import type { TransitionTable } from "../kit/transitionTable.ts";
import type { CountdownContext, CountdownEvent, CountdownInput } from "./countdown.machine.ts";

export interface CountdownShape {
  context: CountdownContext;
  event: CountdownEvent;
  input: CountdownInput;
  outputs: { clock: never };
}

/** It runs until its deadline is over, however many ticks there were. */
export const countdownTable: TransitionTable<CountdownShape> = {
  context: (input) =>
    "endsAtMs" in input
      ? { endsAtMs: input.endsAtMs, lastsSeconds: null, secondsLeft: null }
      : { endsAtMs: null, lastsSeconds: input.lastsSeconds, secondsLeft: input.lastsSeconds },
  states: {
    "(machine)": { initial: "running" },
    running: {
      "clock.ticked": [
        {
          guard: "isOver",
          // A wait that was not measured yet ends at its first tick only if it has no length.
          when: ({ endsAtMs, lastsSeconds }, { nowMs }) => (endsAtMs === null ? lastsSeconds === 0 : nowMs >= endsAtMs),
          target: "over",
          changes: { secondsLeft: 0 },
        },
        {
          // A clock that was set back starts a wait anew.
          changes: ({ endsAtMs, lastsSeconds }, { nowMs }) =>
            endsAtMs === null || (lastsSeconds !== null && endsAtMs - nowMs > 1_000 * lastsSeconds)
              ? { endsAtMs: nowMs + 1_000 * (lastsSeconds ?? 0), secondsLeft: lastsSeconds }
              : { secondsLeft: Math.floor((endsAtMs - nowMs + 999) / 1_000) },
        },
      ],
    },
    over: {},
  },
};
