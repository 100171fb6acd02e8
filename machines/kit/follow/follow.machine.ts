import { assign, emit, setup } from "xstate";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { failTo, setFailure } from "../request.ts";

export interface FollowInput<Reading> {
  id: string;
  /** What is known already; null where it was never read. */
  reading: Reading | null;
}

export interface FollowContext<Reading> extends FollowInput<Reading> {
  /** Of the last reading; null once one succeeds. */
  failure: Failure | null;
}

export type FollowEvent = { type: "ui.retry" };

/** Every reading that is not the last. */
export type FollowEmitted<Reading> =
  | { type: "follow.read"; reading: Reading }
  | { type: "follow.readFailed"; error: Failure };

/** The same chart for everything that is read again and again until it ends, typed by what it reads. */
export function createFollowMachine<Reading extends object>(isOver: (reading: Reading) => boolean) {
  function createOutput({ reading }: FollowContext<Reading>): Reading {
    if (reading === null) throw new Error("it ended before it was read");
    return reading;
  }

  return setup({
    types: {
      input: {} as FollowInput<Reading>,
      context: {} as FollowContext<Reading>,
      events: {} as FollowEvent,
      emitted: {} as FollowEmitted<Reading>,
      output: {} as Reading,
    },
    actors: {
      read: provideActor<Reading, { id: string }>("follow.read"),
    },
    guards: {
      isEnded: (_, params: { reading: Reading }) => isOver(params.reading),
      isKnown: ({ context }) => context.reading !== null,
    },
    actions: {
      setReading: assign((_, { reading }: { reading: Reading }) => ({ reading, failure: null })),
      setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      clearFailure: assign({ failure: null }),
      /** A chart that invokes this one gets the readings as events of its own: `orderFollowChild`, `payoutFollowChild`. */
      report: emit((_, report: FollowEmitted<Reading>) => report),
    },
    delays: {
      pollInterval: 3000,
      /** The next reading may succeed sooner than a slow one; a first one has the full time of a request. */
      readTimeout: 20_000,
    },
  }).createMachine({
    id: "follow",
    description: "One order or payout, followed until it ends.",
    context: ({ input }) => ({ ...input, failure: null }),
    output: ({ context }) => createOutput(context),
    initial: "reading",
    states: {
      reading: {
        description: "It is being read.",
        invoke: {
          id: "read",
          src: "read",
          input: ({ context }) => ({ id: context.id }),
          onDone: [
            {
              guard: { type: "isEnded", params: ({ event }) => ({ reading: event.output }) },
              target: "ended",
              description: "Nothing changes it any more.",
              actions: { type: "setReading", params: ({ event }) => ({ reading: event.output }) },
            },
            {
              target: "waiting",
              description: "It may change.",
              actions: [
                { type: "setReading", params: ({ event }) => ({ reading: event.output }) },
                { type: "report", params: ({ event }) => ({ type: "follow.read" as const, reading: event.output }) },
              ],
            },
          ],
          onError: [
            {
              guard: "isKnown",
              target: "waiting",
              description: "It cannot be read now; what is known of it stays.",
              actions: [
                setFailure,
                {
                  type: "report",
                  params: ({ event }) => ({ type: "follow.readFailed" as const, error: toFailure(event.error) }),
                },
              ],
            },
            failTo({ target: "failed", description: "It cannot be read, and nothing is known of it." }),
          ],
        },
        after: {
          readTimeout: { guard: "isKnown", target: "waiting", description: "No answer in time: ask again later." },
        },
      },
      waiting: {
        description: "The pause between two readings.",
        after: { pollInterval: { target: "reading", description: "Read it again." } },
      },
      failed: {
        description: "The first reading failed; the person decides about another.",
        on: { "ui.retry": { target: "reading", description: "Read it again.", actions: "clearFailure" } },
      },
      ended: { type: "final", description: "Nothing changes it any more." },
    },
  });
}

export type FollowMachine<Reading extends object> = ReturnType<typeof createFollowMachine<Reading>>;
