import type { SnapshotFrom } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { createResourceMachine, type ResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { viewResource } from "#machines/kit/resource/resource.view.ts";

import { listReached } from "../listReached.ts";
import { systemInfo } from "../samples.ts";

type Snapshot<Value extends object, Params> = SnapshotFrom<ResourceMachine<Value, Params>>;

/** A resource that has been read. */
export function standInResource<Value extends object, Params>(value: Value, params: Params): Snapshot<Value, Params> {
  return createResourceMachine<Value, Params>().resolveState({
    value: "ready",
    context: { params, value, failure: null },
  });
}

/** A resource in every state that it can reach; where it is read, with this value. */
export async function listReachedResources<Value extends object, Params>(value: Value, params: Params) {
  const machine = createResourceMachine<Value, Params>();
  const reached = await listReached<Snapshot<Value, Params>>("resource", viewResource);
  return reached.map(({ state, facts, snapshot }) => ({
    state,
    facts,
    snapshot: machine.resolveState({
      value: snapshot.value,
      context: {
        params,
        value: snapshot.context.value === null ? null : value,
        failure: snapshot.context.failure,
      },
    }),
  }));
}

/** The service `systemInfo`, read. */
export function standInSystemInfo(info: components["schemas"]["SystemInfo"] = systemInfo) {
  return standInResource(info, null);
}
