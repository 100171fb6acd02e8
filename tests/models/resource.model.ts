import { createResourceMachine, resourceSecrets } from "#machines/kit/resource/resource.machine.ts";
import { isFollowed, resourceTable, type ResourceShape } from "#machines/kit/resource/resource.table.ts";
import { viewResource } from "#machines/kit/resource/resource.view.ts";
import { defineModel } from "./model.ts";

export const model = defineModel<ResourceShape>({
  machine: createResourceMachine<ResourceShape["outputs"]["read"], ResourceShape["input"]["params"]>().provide({
    guards: { isFollowed: ({ context }) => isFollowed(context) },
  }),
  table: resourceTable,
  secrets: resourceSecrets,
  view: viewResource,
  inputs: [{ params: { id: "r1" } }],
  events: {
    "resource.load": [{ type: "resource.load" }],
    "ui.refresh": [{ type: "ui.refresh" }],
    "ui.retry": [{ type: "ui.retry" }],
  },
  outcomes: { read: { done: [{ text: "one…" }, { text: "one and two" }], error: [{ kind: "network" }] } },
  key: ({ value, failure }) => ({ text: value?.text ?? null, hasFailed: failure !== null }),
  invariants: {
    "what is shown is there": ({ value }, isIn) => !(isIn("ready") || isIn("refreshing")) || value !== null,
    "a failed one has nothing, and says why": ({ value, failure }, isIn) =>
      !isIn("failed") || (value === null && failure !== null),
    "what is being read has not failed yet, unless it is followed": (context, isIn) =>
      !(isIn("loading") || (isIn("refreshing") && !isFollowed(context))) || context.failure === null,
  },
});
