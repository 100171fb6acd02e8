import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

type Ranking = components["schemas"]["Ranking"];
type RankingInput = ResourceInput<{ period: "week" | "all" }>;

/** People by what others claimed from them. */
export function createUserRankingActors({ api }: { api: Api }) {
  return {
    read: fromPromise<Ranking, RankingInput>(({ input: { params }, signal }) =>
      api.call((client) => client.GET("/v1/redpackage/getUserRanking", { params: { query: params }, signal })),
    ),
  };
}

/** Groups by what was claimed in them. */
export function createGroupRankingActors({ api }: { api: Api }) {
  return {
    read: fromPromise<Ranking, RankingInput>(({ input: { params }, signal }) =>
      api.call((client) => client.GET("/v1/redpackage/getGroupRanking", { params: { query: params }, signal })),
    ),
  };
}
