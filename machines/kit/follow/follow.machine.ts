import { assign, emit, setup } from "xstate";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provide.ts";
import { failureActions, failTo, setFailure } from "../request.ts";

export interface FollowInput<Reading> {
  id: string;
  /** What is known already; null where it was never read. */
  reading: Reading | null;
  /** What the person did that will change it within moments, before any reading tells; none where it is left out. */
  awaited?: string;
}

export interface FollowContext<Reading> extends FollowInput<Reading> {
  /** Of the last reading; null once one succeeds. */
  failure: Failure | null;
  /** What it was read faster for, which is done once. */
  hurriedFor: string | null;
}

export type FollowEvent =
  | { type: "ui.retry" }
  | { type: "app.online" }
  /** It changes within moments, which no reading tells. */
  | { type: "follow.hurry" };

/** Every reading that is not the last. */
export type FollowEmitted<Reading> =
  | { type: "follow.read"; reading: Reading }
  | { type: "follow.readFailed"; error: Failure };

export interface Followed<Reading> {
  isOver: (reading: Reading) => boolean;
  /** Names what will change it within moments; null where nothing does. */
  nameAwaited?: (reading: Reading) => string | null;
}

/** The same chart for everything that is read again and again until it ends, typed by what it reads. */
export function createFollowMachine<Reading extends object>(followed: Followed<Reading>) {
  const findAwaited = ({ awaited = null }: { awaited?: string | null }, reading: Reading): string | null =>
    followed.nameAwaited?.(reading) ?? awaited;

  function createOutput({ reading }: FollowContext<Reading>): Reading {
    if (reading === null) throw new Error("it ended before it was read");
    return reading;
  }

  const read = {
    id: "read",
    src: "read",
    input: ({ context: { id } }: { context: FollowInput<Reading> }) => ({ id }),
  } as const;
  const takeReading = ({ event }: { event: { output: Reading } }) => ({ reading: event.output });
  const keepAndTell = [
    { type: "setReading", params: takeReading },
    {
      type: "report",
      params: ({ event }: { event: { output: Reading } }) => ({ type: "follow.read" as const, reading: event.output }),
    },
  ] as const;
  const tellFailure = {
    type: "report",
    params: ({ event }: { event: { error: unknown } }) => ({
      type: "follow.readFailed" as const,
      error: toFailure(event.error),
    }),
  } as const;

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
      isEnded: (_, params: { reading: Reading }) => followed.isOver(params.reading),
      isKnown: ({ context }) => context.reading !== null,
      isNewlyAwaited: ({ context }, { reading }: { reading: Reading }) => {
        const awaited = findAwaited(context, reading);
        return awaited !== null && awaited !== context.hurriedFor;
      },
    },
    actions: {
      setReading: assign((_, { reading }: { reading: Reading }) => ({ reading, failure: null })),
      ...failureActions,
      noteHurry: assign(({ context }, { reading }: { reading: Reading }) => ({
        hurriedFor: findAwaited(context, reading),
      })),
      /** A chart that invokes this one gets the readings as events of its own: `orderFollowChild`, `payoutFollowChild`. */
      report: emit((_, report: FollowEmitted<Reading>) => report),
    },
    delays: {
      pollInterval: 3000,
      hurriedInterval: 500,
      /** So long it is read faster, at most. */
      hurryTime: 120_000,
      /** The next reading may succeed sooner than a slow one; a first one has the full time of a request. */
      readTimeout: 20_000,
    },
  }).createMachine({
    id: "follow",
    description: "One order or payout, followed until it ends.",
    context: ({ input }) => ({ ...input, failure: null, hurriedFor: null }),
    output: ({ context }) => createOutput(context),
    initial: "reading",
    states: {
      reading: {
        description: "It is being read.",
        invoke: {
          ...read,
          onDone: [
            {
              guard: { type: "isEnded", params: takeReading },
              target: "ended",
              description: "Nothing changes it any more.",
              actions: { type: "setReading", params: takeReading },
            },
            {
              guard: { type: "isNewlyAwaited", params: takeReading },
              target: "hurrying",
              description: "It changes within moments.",
              actions: [{ type: "noteHurry", params: takeReading }, ...keepAndTell],
            },
            {
              target: "waiting",
              description: "It may change.",
              actions: keepAndTell,
            },
          ],
          onError: [
            {
              guard: "isKnown",
              target: "waiting",
              description: "It cannot be read now; what is known of it stays.",
              actions: [setFailure, tellFailure],
            },
            failTo({ target: "failed", description: "It cannot be read, and nothing is known of it." }),
          ],
        },
        after: {
          readTimeout: { guard: "isKnown", target: "waiting", description: "No answer in time: ask again later." },
        },
        on: {
          "follow.hurry": { guard: "isKnown", target: "hurrying", description: "It changes within moments." },
        },
      },
      waiting: {
        description: "The pause between two readings.",
        on: { "follow.hurry": { target: "hurrying", description: "It changes within moments." } },
        after: { pollInterval: { target: "reading", description: "Read it again." } },
      },
      hurrying: {
        description: "It is read faster, for a while.",
        initial: "waiting",
        states: {
          waiting: {
            description: "The short pause between two readings.",
            after: { hurriedInterval: { target: "reading", description: "Read it again." } },
          },
          reading: {
            description: "It is being read.",
            invoke: {
              ...read,
              onDone: [
                {
                  guard: { type: "isEnded", params: takeReading },
                  target: "#follow.ended",
                  description: "Nothing changes it any more.",
                  actions: { type: "setReading", params: takeReading },
                },
                {
                  target: "waiting",
                  description: "It may change.",
                  actions: keepAndTell,
                },
              ],
              onError: {
                target: "#follow.waiting",
                description: "It cannot be read now, and is not asked for so often.",
                actions: [setFailure, tellFailure],
              },
            },
            after: { readTimeout: { target: "#follow.waiting", description: "No answer in time: ask again later." } },
          },
        },
        after: { hurryTime: { target: "reading", description: "It takes longer: on at the usual pace." } },
      },
      failed: {
        description: "The first reading failed; the person decides about another.",
        on: {
          "ui.retry": { target: "reading", description: "Read it again.", actions: "clearFailure" },
          "app.online": { target: "reading", description: "The device has a network again.", actions: "clearFailure" },
        },
      },
      ended: { type: "final", description: "Nothing changes it any more." },
    },
  });
}

export type FollowMachine<Reading extends object> = ReturnType<typeof createFollowMachine<Reading>>;
