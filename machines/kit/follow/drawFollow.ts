import { enqueueActions, sendParent } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { createFollowMachine } from "./follow.machine.ts";

export interface DrawReading {
  entry: components["schemas"]["Entry"];
  /** The person's own; null where the draw is not settled yet, or was lost. */
  claim: components["schemas"]["Claim"] | null;
}

/** What a chart that invokes `drawFollowChild` hears of a draw that somebody waits for. */
export type DrawFollowEvent = { type: "draw.read"; reading: DrawReading };

/** The draw starts with a round of the beacon, whose time is at most 4 s after the end; 10 s after that it is late. */
export const LATE_AFTER_MS = 14_000;

/** Ends with the draw: won, lost or never drawn. */
const drawFollowMachine = createFollowMachine<DrawReading>({ isOver: ({ entry }) => entry.status !== "waiting" });

/** A failed reading is not told: the place is kept, and it is read again. */
export const drawFollowChild = drawFollowMachine.provide({
  actions: {
    report: enqueueActions(({ enqueue }, report) => {
      if (report.type !== "follow.read") return;
      enqueue(sendParent({ type: "draw.read", reading: report.reading } satisfies DrawFollowEvent));
    }),
  },
  // The whole group asks at once, and asks less often where the draw is late.
  delays: { hurriedInterval: 1000, hurryTime: LATE_AFTER_MS },
});
