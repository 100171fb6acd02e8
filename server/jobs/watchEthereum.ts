import { ApiError } from "../http/apiError.ts";
import { EthereumWatcher } from "../orders/ethereumWatcher.ts";
import type { Job } from "./job.ts";
import { pause } from "./pause.ts";

const POLL_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Polls the chain about every second, and less often while that fails. */
export const watchEthereum: Job = {
  name: "watchEthereum",
  intervalMs: POLL_MS,
  async run(app, signal) {
    if (app.ethereum === null) return;
    const watcher = new EthereumWatcher(app, app.ethereum);
    let failures = 0;
    while (!signal.aborted) {
      try {
        await watcher.poll();
        failures = 0;
      } catch (error) {
        failures += 1;
        // The pool has logged each endpoint that does not answer.
        const isOutage = error instanceof ApiError && error.key === "chainUnavailable";
        if (!isOutage && !signal.aborted) app.logger.error({ job: "watchEthereum", error }, "polling the chain failed");
      }
      await pause(Math.min(POLL_MS * 2 ** failures, LONGEST_WAIT_MS), signal);
    }
  },
};
