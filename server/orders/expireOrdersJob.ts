import { expireOrders } from "./expireOrders.ts";
import type { Job } from "#server/job.ts";

/** Expires orders that the settled chain shows as unpaid. */
export const expireOrdersJob: Job = {
  name: "expireOrders",
  intervalMs: 2_000,
  async run(app, signal) {
    while (!signal.aborted && (await expireOrders(app)));
  },
};
