import type { Attributes, Span, SpanContext } from "@opentelemetry/api";
import type { Metrics } from "./metrics.ts";

/** What a span is of. Its name and attributes hold nothing of a person and no secret: they leave the machine. */
export interface SpanStart {
  name: string;
  /** `server`: answers somebody. `client`: asks somebody. `internal`: neither. */
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  /** By default, the span that the caller runs in. */
  parent?: SpanContext | undefined;
}

/** Spans of OpenTelemetry. There is none where tracing is off: then no code of it runs. */
export interface Tracing {
  /** The span that the caller runs in. */
  current(): Span | undefined;
  /** Whoever starts it ends it. */
  start(start: SpanStart): Span;
  /** Runs work in a span, or in none, so that spans of the work become its children. */
  within<T>(span: Span | undefined, work: () => T): T;
  /** A span of the work; a rejection marks it as failed. */
  trace<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** A span of work that is done for several at once: a child of the first of their spans, linked with all of them. */
  traceBatch<T>(name: string, spans: readonly (Span | undefined)[], work: () => Promise<T>): Promise<T>;
  /** Marks a span as failed by the kind of an error, without its message. */
  fail(span: Span, error: unknown): void;
  /** Sends what is left, for some seconds at most. */
  close(): Promise<void>;
}

/** What shows the process from outside. */
export interface Telemetry {
  metrics: Metrics;
  /** null where tracing is off. */
  tracing: Tracing | null;
}

/** Does work in a span of its own where traces are sent. */
export function traceWork<T>(tracing: Tracing | null, start: SpanStart, work: () => Promise<T>): Promise<T> {
  return tracing === null ? work() : tracing.trace(start, work);
}

const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's span by a W3C `traceparent`. Undefined for any other text. */
export function readTraceParent(text: string): SpanContext | undefined {
  const [, version, traceId, spanId, flags, rest] = FORM.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Later versions may add parts; this one has none.
  if (version === "00" && rest !== undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
