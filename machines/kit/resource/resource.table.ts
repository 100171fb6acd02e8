import type { Failure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { ResourceContext, ResourceEvent, ResourceInput } from "./resource.machine.ts";

type Value = { text: string };
type Params = { id: string };

export interface ResourceShape {
  context: ResourceContext<Value, Params>;
  event: ResourceEvent;
  outputs: { read: Value };
  input: ResourceInput<Params>;
}

const keepValue = (_: object, { output }: { output: Value }) => ({ value: output, failure: null });
// The outcomes of the model fail by failures.
const keepFailure = (_: object, { error }: { error: unknown }) => ({ failure: error as Failure });
const LOAD = { target: "loading", changes: { failure: null } };

/** Whether the model's value changes by itself: a letter that is still being written. */
export const isFollowed = ({ value }: ResourceContext<Value, Params>): boolean => value?.text.endsWith("…") === true;

/** What is read once is kept; a failed refresh takes nothing away. What changes by itself is read again and again. */
export const resourceTable: TransitionTable<ResourceShape> = {
  delaysMs: { pollInterval: 3_000 },
  asks: { read: ({ params }) => ({ params }) },
  context: ({ params }) => ({ params, value: null, failure: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "resource.load": LOAD },
    loading: {
      "done(read)": { target: "ready", changes: keepValue },
      "error(read)": { target: "failed", changes: keepFailure },
    },
    ready: {
      "ui.refresh": { target: "refreshing", changes: { failure: null } },
      "after(pollInterval)": [{ guard: "isFollowed", when: isFollowed, target: "refreshing" }],
    },
    refreshing: {
      "done(read)": { target: "ready", changes: keepValue },
      "error(read)": { target: "ready", changes: keepFailure },
    },
    failed: { "resource.load": LOAD, "ui.retry": LOAD },
  },
};
