import { expect, test } from "vitest";
import { readTraceParent } from "./tracing.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

test("reads a trace, a span and whether it is sampled", () => {
  expect(readTraceParent(`00-${TRACE}-${SPAN}-01`)).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    traceFlags: 1,
    isRemote: true,
  });
  expect(readTraceParent(`00-${TRACE}-${SPAN}-02`)?.traceFlags).toBe(0);
});

test("a later version may have more parts, this one may not", () => {
  expect(readTraceParent(`cc-${TRACE}-${SPAN}-01-more`)?.traceId).toBe(TRACE);
  expect(readTraceParent(`00-${TRACE}-${SPAN}-01-more`)).toBeUndefined();
});

test.each([
  "",
  "nonsense",
  `ff-${TRACE}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-1`,
])("takes nothing from %o", (text) => {
  expect(readTraceParent(text)).toBeUndefined();
});
