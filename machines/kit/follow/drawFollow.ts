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
  // The whole group asks at once.
  delays: { hurriedInterval: 1000 },
});
