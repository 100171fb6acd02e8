import type { App } from "./app.ts";

/** Repeated work of one process at a time. */
export interface Job {
  /** Name of its lease. */
  name: string;
  /** From the end of one run to the start of the next. */
  intervalMs: number;
  /** Does what is due. `signal` aborts when the server stops or the lease is lost: waits must end then. */
  run(app: App, signal: AbortSignal): Promise<void>;
}
