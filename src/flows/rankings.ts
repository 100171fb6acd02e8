import type { components } from "#contract/schema.d.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createGroupRankingActors, createUserRankingActors } from "#src/adapters/actors/rankings.ts";

import type { Flow } from "./flow.ts";

type Ranking = components["schemas"]["Ranking"];

const rankingMachine = createResourceMachine<Ranking, { period: "week" | "all" }>();

/** Open with `{ type: "resource.load" }`. */
export const userRankingFlow: Flow<"userRanking", ResourceView<Ranking>> = {
  name: "userRanking",
  create: ({ api }) => rankingMachine.provide({ actors: createUserRankingActors({ api }) }),
  view: viewResource,
};

/** Open with `{ type: "resource.load" }`. */
export const groupRankingFlow: Flow<"groupRanking", ResourceView<Ranking>> = {
  name: "groupRanking",
  create: ({ api }) => rankingMachine.provide({ actors: createGroupRankingActors({ api }) }),
  view: viewResource,
};
