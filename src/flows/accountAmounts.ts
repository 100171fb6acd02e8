import type { components } from "#contract/schema.d.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createAccountAmountsActors } from "#src/adapters/actors/accountAmounts.ts";

import type { Flow } from "./flow.ts";

type Schemas = components["schemas"];

/** Open with `{ type: "resource.load" }`. */
export const accountAmountsFlow: Flow<"accountAmounts", ResourceView<Schemas["AccountAmountInfo"]>> = {
  name: "accountAmounts",
  create: ({ api }) =>
    createResourceMachine<Schemas["AccountAmountInfo"], { coinType: Schemas["CoinType"] }>().provide({
      actors: createAccountAmountsActors({ api }),
    }),
  view: viewResource,
};
