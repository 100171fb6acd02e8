import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

type Schemas = components["schemas"];

/** The account's sums for one coin. */
export function createAccountAmountsActors({ api }: { api: Api }) {
  return {
    read: fromPromise<Schemas["AccountAmountInfo"], ResourceInput<{ coinType: Schemas["CoinType"] }>>(
      ({ input: { params }, signal }) =>
        api.call((client) => client.GET("/v1/user/accountAmountInfo", { params: { query: params }, signal })),
    ),
  };
}
