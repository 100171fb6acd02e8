import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { EnvironmentContext, EnvironmentEvent, LaunchReading } from "./environment.machine.ts";

export interface EnvironmentShape {
  context: EnvironmentContext;
  event: EnvironmentEvent;
  outputs: { readLaunch: LaunchReading; probeTheme: boolean; signalReady: boolean };
}

const SETTLED = () => [{ type: "environment.settled", launch: null }];
const CLEAN: EnvironmentContext = { launch: null, reason: null, failure: null };

const keepFailure = (_: EnvironmentContext, event: { error: unknown }): Partial<EnvironmentContext> => ({
  failure: toFailure(event.error),
});

/** SPEC.md 2, 8, 9 and PRODUCT.md 1: probe of 100 ms; outside shows the prompt, a messenger that fails or stays silent shows the dialog. */
export const environmentTable: TransitionTable<EnvironmentShape> = {
  delaysMs: { themeProbe: 100, loadTimeout: 20_000 },
  context: () => CLEAN,
  states: {
    "(machine)": { initial: "idle" },
    idle: { "environment.start": { target: "reading" } },
    reading: {
      "done(readLaunch)": [
        {
          guard: "isLaunched",
          when: (_, event) => event.output.kind === "launched",
          target: "probing",
          changes: (_, { output }) => (output.kind === "launched" ? { launch: output.launch, reason: null } : {}),
        },
        {
          guard: "isInvalid",
          when: (_, event) => event.output.kind === "invalid",
          target: "invalidLaunch",
          changes: (_, { output }) => (output.kind === "invalid" ? { launch: null, reason: output.reason } : {}),
          emits: SETTLED,
        },
        { target: "outside", changes: CLEAN, emits: SETTLED },
      ],
      "error(readLaunch)": { target: "unavailable", changes: keepFailure, emits: SETTLED },
      "after(loadTimeout)": { target: "unavailable", emits: SETTLED },
    },
    probing: {
      initial: "probing.waiting",
      "done(probeTheme)": [
        { guard: "isInside", when: (_, event) => event.output, target: "signalling" },
        { target: "outside", changes: CLEAN, emits: SETTLED },
      ],
      "error(probeTheme)": { target: "outside", changes: CLEAN, emits: SETTLED },
    },
    "probing.waiting": { "after(themeProbe)": { target: "probing.late", emits: SETTLED } },
    "probing.late": {
      "ui.retry": { target: "reading", changes: CLEAN },
      "after(loadTimeout)": { target: "unavailable", emits: SETTLED },
    },
    signalling: {
      "done(signalReady)": [
        {
          guard: "isInside",
          when: (_, event) => event.output,
          target: "ready",
          emits: ({ launch }) => [{ type: "environment.settled", launch }],
        },
        { target: "outside", changes: CLEAN, emits: SETTLED },
      ],
      "error(signalReady)": { target: "unavailable", changes: keepFailure, emits: SETTLED },
      "after(loadTimeout)": { target: "unavailable", emits: SETTLED },
    },
    ready: {},
    outside: { "ui.retry": { target: "reading", changes: CLEAN } },
    invalidLaunch: { "ui.retry": { target: "reading", changes: CLEAN } },
    unavailable: { "ui.retry": { target: "reading", changes: CLEAN } },
  },
};
