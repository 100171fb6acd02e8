import { assign, fromCallback, setup } from "xstate";

/** When the countdown ends: at a moment, or some seconds after its start. */
export type CountdownInput = { endsAtMs: number } | { lastsSeconds: number };

export interface CountdownContext {
  /** By the clock of this device; null until the clock was read. */
  endsAtMs: number | null;
  /** Null where a moment was given. */
  lastsSeconds: number | null;
  /** Whole seconds, rounded up; null until known. */
  secondsLeft: number | null;
}

/** The clock reports the time at once, each second, and when a page that slept wakes. */
export type CountdownEvent = { type: "clock.ticked"; nowMs: number };

const SECOND_MS = 1000;

/** A wait that was given in seconds lasts no longer than these, even where the clock is set back. */
function findEnd({ endsAtMs, lastsSeconds }: CountdownContext, nowMs: number): number {
  const latestMs = lastsSeconds === null ? Infinity : nowMs + lastsSeconds * SECOND_MS;
  return Math.min(endsAtMs ?? latestMs, latestMs);
}

/** Counts down to a deadline. Only the time that the clock reports counts: a page that slept has missed ticks. */
export const countdownMachine = setup({
  types: {
    input: {} as CountdownInput,
    context: {} as CountdownContext,
    events: {} as CountdownEvent,
  },
  actors: {
    /** Sends `clock.ticked`. */
    clock: fromCallback<CountdownEvent>(() => {
      throw new Error("provide countdown.clock");
    }),
  },
  guards: {
    isOver: ({ context }, { nowMs }: { nowMs: number }) => findEnd(context, nowMs) <= nowMs,
  },
  actions: {
    setRest: assign(({ context }, { nowMs }: { nowMs: number }) => {
      const endsAtMs = findEnd(context, nowMs);
      return { endsAtMs, secondsLeft: Math.ceil((endsAtMs - nowMs) / SECOND_MS) };
    }),
  },
}).createMachine({
  id: "countdown",
  description: "Time that runs out: until a code can be sent again, a lock ends or an order expires.",
  context: ({ input }) => ({
    endsAtMs: "endsAtMs" in input ? input.endsAtMs : null,
    lastsSeconds: "lastsSeconds" in input ? input.lastsSeconds : null,
    secondsLeft: "lastsSeconds" in input ? input.lastsSeconds : null,
  }),
  initial: "running",
  states: {
    running: {
      description: "Time is left.",
      invoke: { id: "clock", src: "clock" },
      on: {
        "clock.ticked": [
          {
            guard: { type: "isOver", params: ({ event }) => ({ nowMs: event.nowMs }) },
            target: "over",
            description: "The deadline has passed, now or while the page slept.",
            actions: assign({ secondsLeft: 0 }),
          },
          {
            description: "Time is left still.",
            actions: { type: "setRest", params: ({ event }) => ({ nowMs: event.nowMs }) },
          },
        ],
      },
    },
    over: { type: "final", description: "The deadline has passed." },
  },
});
