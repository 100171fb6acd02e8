import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { ResourceInput } from "#machines/kit/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

export function createSystemInfoActors({ api }: { api: Api }) {
  return {
    read: fromPromise<components["schemas"]["SystemInfo"], ResourceInput<null>>(({ signal }) =>
      api.get("/v1/system/info", {}, signal),
    ),
  };
}
