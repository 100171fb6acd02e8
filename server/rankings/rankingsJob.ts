import type { Job } from "#server/job.ts";
import { countClaims } from "./countClaims.ts";

/** Counts claims into the rankings. */
export const rankingsJob: Job = {
  name: "rankings",
  intervalMs: 1_000,
  async run(app, signal) {
    while (!signal.aborted && (await countClaims(app)) > 0);
  },
};
