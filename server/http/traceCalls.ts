import type { Span } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Tracing, readTraceParent } from "#server/telemetry/tracing.ts";
import { createProxyCheck } from "../limits/readAddress.ts";

/**
 * Makes a span of each API call, named by its operation. It goes on the caller's trace only where a trusted proxy hands it
 * on: else anybody could write into others' traces, and have every call of theirs recorded.
 */
export function traceCalls(server: FastifyInstance, tracing: Tracing, trustedProxies: readonly string[]): void {
  const isTrusted = createProxyCheck(trustedProxies);
  const spans = new WeakMap<FastifyRequest, Span>();

  server.addHook("onRequest", (request, _reply, done) => {
    const { contract } = request.routeOptions.config;
    if (contract === undefined) return done();
    const { traceparent } = request.headers;
    const isHandedOn = typeof traceparent === "string" && isTrusted(request.raw.socket.remoteAddress);
    const parent = isHandedOn ? readTraceParent(traceparent) : undefined;
    const span = tracing.start({
      name: contract.operationId,
      kind: "server",
      attributes: { "http.request.method": contract.method, "http.route": contract.url },
      parent,
    });
    spans.set(request, span);
    tracing.within(span, done);
  });
  server.addHook("onResponse", (request, reply, done) => {
    const span = spans.get(request);
    if (span !== undefined) {
      const { statusCode } = reply;
      span.setAttribute("http.response.status_code", statusCode);
      if (statusCode >= 500) tracing.fail(span, null);
      if (request.errorKey !== null) span.setAttribute("error.type", request.errorKey);
      span.end();
    }
    done();
  });
}
