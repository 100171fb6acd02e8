import { sendParent } from "xstate";
import { orderFollowMachine } from "./orderFollow.machine.ts";

/** The chart for a machine that invokes it: it sends its readings to that machine instead of emitting them. */
export const orderFollowChild = orderFollowMachine.provide({ actions: { report: sendParent((_, report) => report) } });
