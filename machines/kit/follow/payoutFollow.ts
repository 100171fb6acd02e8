import { sendParent } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../failure.ts";
import { isLivePayout } from "../../lifecycle/payout/payoutStatuses.ts";
import { createFollowMachine } from "./follow.machine.ts";

type Payout = components["schemas"]["Payout"];

/** What a chart that invokes `payoutFollowChild` hears of a live payout. */
export type PayoutFollowEvent = { type: "payout.read"; payout: Payout } | { type: "payout.readFailed"; error: Failure };

/** Ends with the payout: paid, cancelled or returned. */
export const payoutFollowMachine = createFollowMachine<Payout>({ isOver: ({ status }) => !isLivePayout(status) });

export const payoutFollowChild = payoutFollowMachine.provide({
  actions: {
    report: sendParent((_, report): PayoutFollowEvent =>
      report.type === "follow.read"
        ? { type: "payout.read", payout: report.reading }
        : { type: "payout.readFailed", error: report.error },
    ),
  },
});
