import { sendParent } from "xstate";
import { payoutFollowMachine } from "./payoutFollow.machine.ts";

/** The chart for a machine that invokes it: it sends its readings to that machine instead of emitting them. */
export const payoutFollowChild = payoutFollowMachine.provide({
  actions: { report: sendParent((_, report) => report) },
});
