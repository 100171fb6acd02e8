import { environmentMachine } from "./environment.machine.ts";
import { viewEnvironment } from "./environment.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleLaunch } from "#tests/support/samples.ts";

export const model = defineModel({
  machine: environmentMachine,
  view: viewEnvironment,
  inputs: [undefined],
  events: {},
  outcomes: {
    readLaunch: {
      done: [{ kind: "launched", launch: sampleLaunch }, { kind: "invalid", reason: "no user" }, { kind: "outside" }],
      error: [{ kind: "unexpected", message: "chunk" }],
    },
    probeTheme: { done: [true, false], error: [{ kind: "unexpected", message: "frame" }] },
    signalReady: { done: [true, false], error: [new Error("init")] },
  },
  key: ({ launch, failure }) => ({ hasLaunch: launch !== null, hasFailed: failure !== null }),
  invariants: {
    "ready has launch data": ({ launch }, isIn) => !isIn("ready") || launch !== null,
    "outside keeps no launch data": ({ launch }, isIn) => !isIn("outside") || launch === null,
    "an invalid launch says why": ({ reason }, isIn) => isIn("invalidLaunch") === (reason !== null),
  },
});
