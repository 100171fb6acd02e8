import type { Job } from "#server/job.ts";
import { sumEnded } from "./sumEnded.ts";

/** Adds ended envelopes to their senders' totals. */
export const totalsJob: Job = {
  name: "totals",
  intervalMs: 1_000,
  async run(app, signal) {
    while (!signal.aborted && (await sumEnded(app)) > 0);
  },
};
