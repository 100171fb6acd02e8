import type { components } from "#contract/schema.d.ts";
import { viewFollow } from "#machines/kit/follow/follow.view.ts";
import { orderFollowMachine, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import { payoutFollowMachine } from "#machines/kit/follow/payoutFollow.ts";

import { defineFlow } from "./flow.ts";
import { createOrderFollowActors } from "./orderFollow.ts";
import { createPayoutFollowActors } from "./payoutFollow.ts";

/** Reads its order at once and ends with it. */
export const orderFollowFlow = defineFlow(
  "orderFollow",
  orderFollowMachine,
  ({ api }) => createOrderFollowActors({ api, withEnvelopes: false }),
  viewFollow<OrderReading>,
);

/** Reads its payout at once and ends with it. */
export const payoutFollowFlow = defineFlow(
  "payoutFollow",
  payoutFollowMachine,
  createPayoutFollowActors,
  viewFollow<components["schemas"]["Payout"]>,
);
