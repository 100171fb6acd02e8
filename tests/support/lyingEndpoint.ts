import http from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface RpcAnswer {
  result?: unknown;
  error?: { code: number; message: string };
}

/** Changes what a node answers to one call; `ask` asks the honest node for something else. */
export type Lie = (
  call: { method: string; params: readonly unknown[] },
  honest: RpcAnswer,
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
) => RpcAnswer | Promise<RpcAnswer>;

/** A proxy in front of an honest node; `lie` may change each of its answers. */
export interface LyingEndpoint {
  url: string;
  /** null answers honestly. */
  lie: Lie | null;
  /** Whether connections are cut, as by a node that is away. */
  isDead: boolean;
  /** Calls that came, by method. */
  readonly calls: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startLyingEndpoint(honestUrl: string): Promise<LyingEndpoint> {
  const calls = new Map<string, number>();

  async function forward(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
    const response = await fetch(honestUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return (await response.json()) as RpcAnswer;
  }

  async function answer(text: string): Promise<RpcAnswer> {
    const call = JSON.parse(text) as { method: string; params: unknown[] };
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1);
    const honest = await forward(call.method, call.params);
    if (endpoint.lie === null) return honest;
    return endpoint.lie(call, honest, async (method, params) => (await forward(method, params)).result);
  }

  const server = http.createServer((request, response) => {
    if (endpoint.isDead) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      answer(Buffer.concat(chunks).toString()).then(
        (body) =>
          response
            .setHeader("content-type", "application/json")
            .end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...body })),
        () => request.socket.destroy(),
      );
    });
    return undefined;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint: LyingEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: null,
    isDead: false,
    calls,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return endpoint;
}
