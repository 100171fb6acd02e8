import type { components } from "#contract/schema.d.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createClaimFiguresActors } from "#src/adapters/actors/claimFigures.ts";

import type { Flow } from "./flow.ts";

type Schemas = components["schemas"];

/** Open with `{ type: "resource.load" }`. */
export const claimFiguresFlow: Flow<"claimFigures", ResourceView<Schemas["ClaimStatic"]>> = {
  name: "claimFigures",
  create: ({ api }) =>
    createResourceMachine<Schemas["ClaimStatic"], { coinType: Schemas["CoinType"] }>().provide({
      actors: createClaimFiguresActors({ api }),
    }),
  view: viewResource,
};
