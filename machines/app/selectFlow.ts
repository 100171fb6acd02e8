import type { SnapshotFrom } from "xstate";
import type { appMachine } from "./app.machine.ts";
import type { FlowName, FlowRef } from "./flows.ts";

/** The running actor of a flow; undefined until `flow.start`, and after the session has ended. */
export function selectFlow<Name extends FlowName>(
  snapshot: SnapshotFrom<typeof appMachine>,
  flow: Name,
): FlowRef<Name> | undefined {
  return snapshot.context.flows.includes(flow) ? (snapshot.children[flow] as FlowRef<Name> | undefined) : undefined;
}
