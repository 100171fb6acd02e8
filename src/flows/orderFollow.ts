import { orderFollowMachine } from "#machines/orderFollow/orderFollow.machine.ts";
import { viewOrderFollow, type OrderFollowView } from "#machines/orderFollow/orderFollow.view.ts";
import { createOrderFollowActors } from "#src/adapters/actors/orderFollow.ts";

import type { Flow } from "./flow.ts";

/** Reads its order at once and ends with it. */
export const orderFollowFlow: Flow<"orderFollow", OrderFollowView> = {
  name: "orderFollow",
  create: ({ api }) => orderFollowMachine.provide({ actors: createOrderFollowActors({ api, withEnvelopes: false }) }),
  view: viewOrderFollow,
};
