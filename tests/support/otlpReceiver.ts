import http from "node:http";
import { json } from "node:stream/consumers";
import { listen, type Listener } from "./listen.ts";

/** A span as OTLP writes it in JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Readonly<Record<string, unknown>>;
  links: readonly { traceId: string; spanId: string }[];
  /** 2 for a failure. */
  statusCode: number;
}

interface KeyValue {
  key: string;
  value: Readonly<Record<string, unknown>>;
}

interface TraceRequest {
  resourceSpans: readonly {
    scopeSpans: readonly {
      spans: readonly (Omit<ReceivedSpan, "attributes" | "statusCode" | "links"> & {
        attributes: readonly KeyValue[];
        links?: ReceivedSpan["links"];
        status: { code?: number };
      })[];
    }[];
  }[];
}

export interface OtlpReceiver extends Listener {
  /** In the order of their arrival. */
  spans: readonly ReceivedSpan[];
  /** All that was sent. */
  text: string;
}

/** A collector of traces, by OTLP over HTTP with JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = http.createServer((request, response) => {
    void answer(request, response);
  });
  const receiver: OtlpReceiver = { ...(await listen(server)), spans, text: "" };
  return receiver;

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await json(request);
    receive(body as TraceRequest);
    receiver.text += JSON.stringify(body);
    response.writeHead(request.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" }).end("{}");
  }

  function receive({ resourceSpans }: TraceRequest): void {
    for (const { scopeSpans } of resourceSpans) {
      for (const { attributes, links = [], status, ...span } of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, attributes: toRecord(attributes), links, statusCode: status.code ?? 0 });
      }
    }
  }
}

function toRecord(pairs: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
}
