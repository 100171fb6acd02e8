import type { SpanContext } from "@opentelemetry/api";

const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's span by a W3C `traceparent`. Undefined for any other text. */
export function readTraceParent(text: string): SpanContext | undefined {
  const [, version, traceId, spanId, flags, rest] = FORM.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Later versions may add parts; this one has none.
  if (version === "00" && rest !== undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
