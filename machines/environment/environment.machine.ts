import { assign, emit, sendParent, setup } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, readOutput } from "../kit/request.ts";
import type { Launch } from "./launch.ts";

/** What the launch parameters turned out to be: usable, found in no known source, or found and unusable. */
export type LaunchReading =
  | { kind: "launched"; launch: Launch }
  | { kind: "outside" }
  | { kind: "invalid"; reason: string };

export interface EnvironmentContext {
  launch: Launch | null;
  /** Why the launch parameters are invalid, for support. */
  reason: string | null;
  failure: Failure | null;
}

export type EnvironmentEvent = { type: "environment.start" } | { type: "ui.retry" };

/** Emitted each time the answer is known; `launch` is null wherever the app is not inside the messenger. */
export type EnvironmentEmitted = { type: "environment.settled"; launch: Launch | null };

const tellOutside = { type: "tell", params: { type: "environment.settled", launch: null } } as const;

export const environmentMachine = setup({
  types: {
    context: {} as EnvironmentContext,
    events: {} as EnvironmentEvent,
    emitted: {} as EnvironmentEmitted,
  },
  actors: {
    /** Loads the messenger's adapter and reads the launch parameters. */
    readLaunch: provideActor<LaunchReading>("environment.readLaunch"),
    /** Asks the messenger for its theme; true when it answers, false when there surely is none. */
    probeTheme: provideActor<boolean>("environment.probeTheme"),
    /** Tells the messenger that the app is ready; false when there turns out to be no messenger. */
    signalReady: provideActor<boolean>("environment.signalReady"),
  },
  guards: {
    isLaunched: (_, { output }: { output: LaunchReading }) => output.kind === "launched",
    isInvalid: (_, { output }: { output: LaunchReading }) => output.kind === "invalid",
    isInside: (_, { output }: { output: boolean }) => output,
  },
  actions: {
    setReading: assign((_, { output }: { output: LaunchReading }) => ({
      launch: output.kind === "launched" ? output.launch : null,
      reason: output.kind === "invalid" ? output.reason : null,
    })),
    ...failureActions,
    forget: assign({ launch: null, reason: null, failure: null }),
    tell: emit((_, event: EnvironmentEmitted) => event),
  },
  delays: { themeProbe: 100, loadTimeout: 20_000 },
}).createMachine({
  id: "environment",
  description: "Where the app runs: inside the messenger, outside of it, or in one that does not work.",
  context: { launch: null, reason: null, failure: null },
  initial: "idle",
  states: {
    idle: {
      description: "Nothing has been asked yet.",
      on: { "environment.start": { target: "reading", description: "The app has started." } },
    },
    reading: {
      description: "The messenger's adapter is loaded and the launch parameters are read.",
      entry: "forget",
      invoke: {
        id: "readLaunch",
        src: "readLaunch",
        onDone: [
          {
            guard: { type: "isLaunched", params: readOutput },
            target: "probing",
            actions: { type: "setReading", params: readOutput },
            description: "There are launch parameters; whether a messenger is behind them is still open.",
          },
          {
            guard: { type: "isInvalid", params: readOutput },
            target: "invalidLaunch",
            actions: { type: "setReading", params: readOutput },
            description: "There are launch parameters and they cannot be used.",
          },
          { target: "outside", description: "No known source holds launch parameters." },
        ],
        onError: failTo({ target: "unavailable", description: "The adapter could not be loaded." }),
      },
      after: { loadTimeout: { target: "unavailable", description: "The adapter did not load in time." } },
    },
    probing: {
      description: "A copied link has launch parameters as well, so the messenger is asked for its theme.",
      initial: "waiting",
      invoke: {
        id: "probeTheme",
        src: "probeTheme",
        onDone: [
          {
            guard: { type: "isInside", params: readOutput },
            target: "signalling",
            description: "A messenger answered, in time or late.",
          },
          { target: "outside", description: "Nobody is there to answer." },
        ],
        onError: { target: "outside", description: "The question could not be asked." },
      },
      states: {
        waiting: {
          description: "Within the time a messenger needs to answer.",
          after: { themeProbe: { target: "late", description: "No answer in time: taken for outside." } },
        },
        late: {
          description: "Shown as outside; a busy messenger may still answer.",
          entry: tellOutside,
          after: {
            loadTimeout: {
              target: "#environment.unavailable",
              description: "It stays silent: a messenger obeys an app only at the address that its bot names.",
            },
          },
          on: {
            "ui.retry": { target: "#environment.reading", description: "The user tries again." },
          },
        },
      },
    },
    signalling: {
      description: "The messenger is told that the app is ready.",
      invoke: {
        id: "signalReady",
        src: "signalReady",
        onDone: [
          {
            guard: { type: "isInside", params: readOutput },
            target: "ready",
            description: "The messenger works.",
          },
          { target: "outside", description: "It turns out that there is no messenger." },
        ],
        onError: failTo({ target: "unavailable", description: "The messenger is there and does not work." }),
      },
      after: { loadTimeout: { target: "unavailable", description: "The messenger did not take the signal in time." } },
    },
    ready: {
      description: "Inside the messenger.",
      entry: {
        type: "tell",
        params: ({ context }) => ({ type: "environment.settled", launch: context.launch }),
      },
    },
    outside: {
      description: "Not inside the messenger: the prompt to open the app there is shown.",
      entry: ["forget", tellOutside],
      on: { "ui.retry": { target: "reading", description: "The user tries again." } },
    },
    invalidLaunch: {
      description: "Opened by the messenger with launch parameters that cannot be used.",
      entry: tellOutside,
      on: { "ui.retry": { target: "reading", description: "The user tries again." } },
    },
    unavailable: {
      description: "The dialog says that the environment could not be loaded.",
      entry: tellOutside,
      on: { "ui.retry": { target: "reading", description: "The user tries again." } },
    },
  },
});

/** For the root, which hears as events what the chart tells. */
export function createEnvironmentService(
  actors: NonNullable<Parameters<typeof environmentMachine.provide>[0]["actors"]>,
) {
  return environmentMachine.provide({ actors, actions: { tell: sendParent((_, event) => event) } });
}
