import type { App } from "./app.ts";

/** Work that one process at a time does again and again. */
export interface Job {
  /** Names its lease. */
  name: string;
  /** From the end of one run to the start of the next. */
  intervalMs: number;
  /** Does what is due now. `signal` aborts when the server stops or the lease is lost: a long wait ends then. */
  run(app: App, signal: AbortSignal): Promise<void>;
}
