import type { SnapshotFrom } from "xstate";
import type { appMachine } from "./app.machine.ts";
import { getFlowId, type FlowName, type FlowRef } from "./flows.ts";

/** The running actor of a flow; undefined until `flow.start`, and after the session has ended. */
export function selectFlow<Name extends FlowName>(
  { context, children }: SnapshotFrom<typeof appMachine>,
  flow: Name,
  key?: string,
): FlowRef<Name> | undefined {
  const id = getFlowId(flow, key);
  return context.flows.some((running) => running.id === id) ? (children[id] as FlowRef<Name> | undefined) : undefined;
}
