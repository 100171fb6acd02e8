import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

type Schemas = components["schemas"];

/** What the user claimed of one coin, and what others claimed from the user. */
export function createClaimFiguresActors({ api }: { api: Api }) {
  return {
    read: fromPromise<Schemas["ClaimStatic"], ResourceInput<{ coinType: Schemas["CoinType"] }>>(
      ({ input: { params }, signal }) =>
        api.call((client) => client.GET("/v1/redpackage/claimStaticBashboard", { params: { query: params }, signal })),
    ),
  };
}
