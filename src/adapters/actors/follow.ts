import { orderFollowMachine } from "#machines/orderFollow/orderFollow.machine.ts";
import { type OrderFollowView, viewOrderFollow } from "#machines/orderFollow/orderFollow.view.ts";
import { payoutFollowMachine } from "#machines/payoutFollow/payoutFollow.machine.ts";
import { type PayoutFollowView, viewPayoutFollow } from "#machines/payoutFollow/payoutFollow.view.ts";

import type { Flow } from "./flow.ts";
import { createOrderFollowActors } from "./orderFollow.ts";
import { createPayoutFollowActors } from "./payoutFollow.ts";

/** Reads its order at once and ends with it. */
export const orderFollowFlow: Flow<"orderFollow", OrderFollowView> = {
  name: "orderFollow",
  create: ({ api }) => orderFollowMachine.provide({ actors: createOrderFollowActors({ api, withEnvelopes: false }) }),
  view: viewOrderFollow,
};

/** Reads its payout at once and ends with it. */
export const payoutFollowFlow: Flow<"payoutFollow", PayoutFollowView> = {
  name: "payoutFollow",
  create: ({ api }) => payoutFollowMachine.provide({ actors: createPayoutFollowActors({ api }) }),
  view: viewPayoutFollow,
};
