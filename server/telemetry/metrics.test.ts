import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("a call is within its bound and every larger one", () => {
  const metrics = createMetrics();
  metrics.countCall("claimDetail", 200, 0.25);
  metrics.countCall("claimDetail", 200, 11);
  const lines = metrics.format().split("\n");
  const of = 'operation="claimDetail",status="2xx"';
  expect(lines).toContain(`hongbao_http_request_duration_seconds_bucket{${of},le="0.1"} 0`);
  expect(lines).toContain(`hongbao_http_request_duration_seconds_bucket{${of},le="0.25"} 1`);
  expect(lines).toContain(`hongbao_http_request_duration_seconds_bucket{${of},le="10"} 1`);
  expect(lines).toContain(`hongbao_http_request_duration_seconds_bucket{${of},le="+Inf"} 2`);
  expect(lines).toContain(`hongbao_http_request_duration_seconds_sum{${of}} 11.25`);
  expect(lines).toContain(`hongbao_http_request_duration_seconds_count{${of}} 2`);
});

test("an operation is shown before its first call, so that its first failure is an increase", () => {
  const metrics = createMetrics();
  metrics.showOperation("claimDetail");
  expect(metrics.format()).toContain(
    'hongbao_http_request_duration_seconds_count{operation="claimDetail",status="5xx"} 0\n',
  );
});

test("runs and calls count, and failures apart", () => {
  const metrics = createMetrics();
  metrics.showJob("refund");
  metrics.showEndpoint("eth", "1");
  expect(metrics.format()).toContain('hongbao_job_run_failures_total{job="refund"} 0\n');
  metrics.countJobRun("refund", false);
  metrics.countJobRun("refund", true);
  metrics.countChainCall("eth", "1", true);
  metrics.countChainCall("eth", "2", false);
  const text = metrics.format();
  expect(text).toContain('hongbao_job_runs_total{job="refund"} 2\n');
  expect(text).toContain('hongbao_job_run_failures_total{job="refund"} 1\n');
  expect(text).toContain('hongbao_chain_calls_total{coin="eth",endpoint="1"} 1\n');
  expect(text).toContain('hongbao_chain_call_failures_total{coin="eth",endpoint="1"} 1\n');
  expect(text).toContain('hongbao_chain_call_failures_total{coin="eth",endpoint="2"} 0\n');
});

test("each family says its type once, before its series", () => {
  const heads = createMetrics()
    .format()
    .split("\n")
    .filter((line) => line.startsWith("# TYPE"));
  expect(heads).toEqual([
    "# TYPE hongbao_http_request_duration_seconds histogram",
    "# TYPE hongbao_job_runs_total counter",
    "# TYPE hongbao_job_run_failures_total counter",
    "# TYPE hongbao_chain_calls_total counter",
    "# TYPE hongbao_chain_call_failures_total counter",
  ]);
});
