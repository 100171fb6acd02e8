import type { components } from "#contract/schema.d.ts";
import { type FollowView, viewFollow } from "#machines/kit/follow/follow.view.ts";
import { orderFollowMachine, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import { payoutFollowMachine } from "#machines/kit/follow/payoutFollow.ts";

import type { Flow } from "./flow.ts";
import { createOrderFollowActors } from "./orderFollow.ts";
import { createPayoutFollowActors } from "./payoutFollow.ts";

/** Reads its order at once and ends with it. */
export const orderFollowFlow: Flow<"orderFollow", FollowView<OrderReading>> = {
  name: "orderFollow",
  create: ({ api }) => orderFollowMachine.provide({ actors: createOrderFollowActors({ api, withEnvelopes: false }) }),
  view: viewFollow,
};

/** Reads its payout at once and ends with it. */
export const payoutFollowFlow: Flow<"payoutFollow", FollowView<components["schemas"]["Payout"]>> = {
  name: "payoutFollow",
  create: ({ api }) => payoutFollowMachine.provide({ actors: createPayoutFollowActors({ api }) }),
  view: viewFollow,
};
