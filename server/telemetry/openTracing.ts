import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Context, Span, SpanContext } from "@opentelemetry/api";
import type { Logger } from "#server/logger.ts";
import type { TracingConfig } from "./readTracing.ts";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { SpanStart, Tracing } from "./tracing.ts";

/** The largest batch has so many asks. */
const MOST_LINKS = 256;
/** A collector that is away must not delay the end of the process. */
const LONGEST_CLOSE_MS = 3_000;

/** Loads OpenTelemetry and sends spans to the collector. Spans that it does not take are dropped. */
export async function openTracing(config: TracingConfig, logger: Pick<Logger, "warn">): Promise<Tracing> {
  const { endpoint, headers, serviceName, share } = config;
  const [api, sdk, { resourceFromAttributes, defaultResource }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const names = { "service.name": serviceName, "service.instance.id": randomUUID() };
  const exporter = warnOnce(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } }), logger);
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(names)),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanLimits: { linkCountLimit: MOST_LINKS },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer("hongbao");
  const storage = new AsyncLocalStorage<Span | undefined>();
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };

  function nest(parent: SpanContext | undefined): Context {
    return parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, parent);
  }
  function start({ name, kind, attributes = {}, parent = storage.getStore()?.spanContext() }: SpanStart): Span {
    return tracer.startSpan(name, { kind: kinds[kind], attributes }, nest(parent));
  }
  function fail(span: Span, error: unknown): void {
    span.setAttribute("error.type", nameFailure(error));
    span.setStatus({ code: api.SpanStatusCode.ERROR });
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
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** A code that a library or a database gives, or else the class: a message may hold anything. */
function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Warns of a collector that takes nothing, once until it does again. */
function warnOnce(exporter: SpanExporter, logger: Pick<Logger, "warn">): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error === undefined) isFailing = false;
        else if (!isFailing) {
          isFailing = true;
          logger.warn({ reason: nameFailure(result.error) }, "the collector of traces takes none: they are dropped");
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
