import type { SnapshotFrom } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { createResourceMachine, type ResourceMachine } from "#machines/kit/resource/resource.machine.ts";

import { sampleSystemInfo } from "#tests/support/samples.ts";

type Snapshot<Value extends object, Params> = SnapshotFrom<ResourceMachine<Value, Params>>;

/** A resource that has been read. */
export function standInResource<Value extends object, Params>(value: Value, params: Params): Snapshot<Value, Params> {
  return createResourceMachine<Value, Params>().resolveState({
    value: "ready",
    context: { params, value, failure: null },
  });
}

/** The service `systemInfo`, read. */
export function standInSystemInfo(info: components["schemas"]["SystemInfo"] = sampleSystemInfo) {
  return standInResource(info, null);
}
