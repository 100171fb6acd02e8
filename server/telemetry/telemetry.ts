import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** What shows the process from outside. */
export interface Telemetry {
  metrics: Metrics;
  /** null where tracing is off. */
  tracing: Tracing | null;
}
