import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { SpanStart, Tracing } from "./tracing.ts";

/** A collector that is away must not delay the end of the process. */
const LONGEST_CLOSE_MS = 3_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** The API hands out one of these, whose delegate is the SDK's provider, once there is one. */
interface Provider {
  getDelegateTracer?: (name: string) => unknown;
  getDelegate?: () => { forceFlush?: () => Promise<void> };
}

/** Spans for the SDK that an operator has loaded before (`node --import`, see docs/operations.md); null where there is none. */
export function findTracing(): Tracing | null {
  const provider = trace.getTracerProvider() as Provider;
  if (provider.getDelegateTracer?.("hongbao") === undefined) return null;
  const tracer = trace.getTracer("hongbao");
  const storage = new AsyncLocalStorage<Span | undefined>();

  function start({ name, kind, attributes = {}, parent = storage.getStore()?.spanContext() }: SpanStart): Span {
    return tracer.startSpan(name, { kind: KINDS[kind], attributes }, nest(parent));
  }
  async function finish<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await storage.run(span, work);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    current: () => storage.getStore(),
    start,
    within: (span, work) => storage.run(span, work),
    trace: (of, work) => finish(start(of), work),
    traceBatch(name, spans, work) {
      const asks = spans.filter((span) => span !== undefined);
      const [first] = asks;
      // A lane goes on in the context of who started it, which need not be among the asks.
      if (first === undefined) return storage.run(undefined, work);
      const batch = tracer.startSpan(
        name,
        {
          attributes: { "hongbao.batch.size": spans.length },
          links: asks.map((ask) => ({ context: ask.spanContext() })),
        },
        nest(first.spanContext()),
      );
      for (const ask of asks) if (ask !== first) ask.addLink({ context: batch.spanContext() });
      return finish(batch, work);
    },
    fail,
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LONGEST_CLOSE_MS);
      });
      await Promise.race([
        provider
          .getDelegate?.()
          .forceFlush?.()
          .catch(() => undefined),
        late,
      ]);
      clearTimeout(timer);
    },
  };
}

function nest(parent: SpanContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", nameFailure(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A code that a library or a database gives, or else the class: a message may hold anything. */
function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
