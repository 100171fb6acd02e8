/** What docs/operations.md has an operator load for traces (`node --import`). */
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

const exporter = new OTLPTraceExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })] }),
);
