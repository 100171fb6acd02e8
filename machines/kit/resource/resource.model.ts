import { createResourceMachine } from "./resource.machine.ts";
import { viewResource } from "./resource.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface Value {
  text: string;
}

interface Params {
  id: string;
}

/** Whether the value changes by itself: a letter that is still being written. */
const isFollowed = ({ value }: { value: Value | null }): boolean => value?.text.endsWith("…") === true;

export const model = defineModel({
  machine: createResourceMachine<Value, Params>().provide({
    guards: { isFollowed: ({ context }) => isFollowed(context) },
  }),
  view: viewResource,
  inputs: [{ params: { id: "r1" } }],
  events: {},
  outcomes: { read: { done: [{ text: "one…" }, { text: "one and two" }], error: [{ kind: "network" }] } },
  key: ({ value, failure }) => ({
    text: value?.text ?? null,
    hasFailed: failure !== null,
    lacksNetwork: failure?.kind === "network",
  }),
  invariants: {
    "what is shown is there": ({ value }, isIn) => !(isIn("ready") || isIn("refreshing")) || value !== null,
    "a failed one has nothing, and says why": ({ value, failure }, isIn) =>
      !isIn("failed") || (value === null && failure !== null),
    "what is being read has not failed yet, unless it is followed": (context, isIn) =>
      !(isIn("loading") || (isIn("refreshing") && !isFollowed(context))) || context.failure === null,
  },
});
