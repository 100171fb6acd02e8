import { Counter, Histogram } from "./series.ts";

/** Seconds. Those of the objectives in docs/operations.md are among them, so that what is within them is counted exactly. */
const CALL_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATUS_CLASSES = ["2xx", "4xx", "5xx"];

/** What this process counts. What the database knows is read when it is asked for. */
export interface Metrics {
  /** Shows the operation with no calls yet. */
  showOperation(operation: string): void;
  countCall(operation: string, status: number, seconds: number): void;
  /** Shows the job with no runs yet. */
  showJob(job: string): void;
  countJobRun(job: string, hasFailed: boolean): void;
  /** Shows the endpoint with no calls yet. `endpoint` counts from 1 in the setting. */
  showEndpoint(coin: string, endpoint: string): void;
  /** A failed call got no answer, or none that can be read; a refusal is an answer. */
  countChainCall(coin: string, endpoint: string, hasFailed: boolean): void;
  /** As Prometheus text. */
  format(): string;
}

export function createMetrics(): Metrics {
  const calls = new Histogram(
    {
      name: "hongbao_http_request_duration_seconds",
      help: "Duration of API calls, by operation of openapi.yaml and class of status.",
      labels: ["operation", "status"],
    },
    CALL_BOUNDS,
  );
  const jobRuns = new Counter({
    name: "hongbao_job_runs_total",
    help: "Runs of jobs in this process.",
    labels: ["job"],
  });
  const jobFailures = new Counter({
    name: "hongbao_job_run_failures_total",
    help: "Runs of jobs that failed as a whole.",
    labels: ["job"],
  });
  const chainLabels = ["coin", "endpoint"];
  const chainCalls = new Counter({
    name: "hongbao_chain_calls_total",
    help: "Calls of the chains' endpoints, by their place in the setting.",
    labels: chainLabels,
  });
  const chainFailures = new Counter({
    name: "hongbao_chain_call_failures_total",
    help: "Calls of the chains' endpoints without an answer.",
    labels: chainLabels,
  });

  return {
    showOperation(operation) {
      for (const one of STATUS_CLASSES) calls.show([operation, one]);
    },
    countCall(operation, status, seconds) {
      calls.observe([operation, `${Math.floor(status / 100)}xx`], seconds);
    },
    showJob(job) {
      jobRuns.add([job], 0);
      jobFailures.add([job], 0);
    },
    countJobRun(job, hasFailed) {
      jobRuns.add([job], 1);
      jobFailures.add([job], hasFailed ? 1 : 0);
    },
    showEndpoint(coin, endpoint) {
      chainCalls.add([coin, endpoint], 0);
      chainFailures.add([coin, endpoint], 0);
    },
    countChainCall(coin, endpoint, hasFailed) {
      chainCalls.add([coin, endpoint], 1);
      chainFailures.add([coin, endpoint], hasFailed ? 1 : 0);
    },
    format: () => [calls, jobRuns, jobFailures, chainCalls, chainFailures].map((one) => one.format()).join(""),
  };
}
