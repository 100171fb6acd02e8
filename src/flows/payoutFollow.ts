import { payoutFollowMachine } from "#machines/payoutFollow/payoutFollow.machine.ts";
import { viewPayoutFollow, type PayoutFollowView } from "#machines/payoutFollow/payoutFollow.view.ts";
import { createPayoutFollowActors } from "#src/adapters/actors/payoutFollow.ts";

import type { Flow } from "./flow.ts";

/** Reads its payout at once and ends with it. */
export const payoutFollowFlow: Flow<"payoutFollow", PayoutFollowView> = {
  name: "payoutFollow",
  create: ({ api }) => payoutFollowMachine.provide({ actors: createPayoutFollowActors({ api }) }),
  view: viewPayoutFollow,
};
