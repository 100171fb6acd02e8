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

const TIMEOUT = { failure: { kind: "timeout" } } as const;
const keepValue = (_: object, { output }: { output: Value }) => ({ value: output });
// The outcomes of the model fail by failures.
const keepFailure = (_: object, { error }: { error: unknown }) => ({ failure: error as Failure });
const LOAD = { target: "loading", changes: { failure: null } };

/** What is read once is kept; a failed refresh takes nothing away. */
export const resourceTable: TransitionTable<ResourceShape> = {
  delaysMs: { requestTimeout: 100_000 },
  asks: { read: ({ params }) => ({ params }) },
  context: ({ params }) => ({ params, value: null, failure: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "resource.load": LOAD },
    loading: {
      "done(read)": { target: "ready", changes: keepValue },
      "error(read)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: TIMEOUT },
    },
    ready: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    refreshing: {
      "done(read)": { target: "ready", changes: keepValue },
      "error(read)": { target: "ready", changes: keepFailure },
      "after(requestTimeout)": { target: "ready", changes: TIMEOUT },
    },
    failed: { "resource.load": LOAD, "ui.retry": LOAD },
  },
};
