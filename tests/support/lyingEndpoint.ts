import http from "node:http";
import { listen, type Listener } from "./listen.ts";

export interface RpcAnswer {
  result?: unknown;
  error?: { code: number; message: string };
}

export interface NodeCall {
  /** Of JSON-RPC, or the path of a call over plain HTTP, e.g. `wallet/getaccount`. */
  method: string;
  /** The body of a call over plain HTTP alone. */
  params: readonly unknown[];
}

/** Changes what a node answers to one call; `ask` asks the honest node for something else. */
export type Lie = (
  call: NodeCall,
  honest: RpcAnswer,
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
) => RpcAnswer | Promise<RpcAnswer>;

/** A proxy in front of an honest node; `lie` may change each of its answers. */
export interface LyingEndpoint extends Listener {
  /** null answers honestly. */
  lie: Lie | null;
  /** Whether connections are cut, as by a node that is away. */
  isDead: boolean;
  /** Calls that came, by method. */
  readonly calls: ReadonlyMap<string, number>;
}

export async function startLyingEndpoint(honestUrl: string): Promise<LyingEndpoint> {
  const calls = new Map<string, number>();

  async function post(url: string, body: unknown): Promise<unknown> {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return response.json();
  }

  const askRpc = async (method: string, params: readonly unknown[]): Promise<RpcAnswer> =>
    (await post(honestUrl, { jsonrpc: "2.0", id: 1, method, params })) as RpcAnswer;
  const askPath = async (path: string, [body]: readonly unknown[]): Promise<RpcAnswer> => ({
    result: await post(`${honestUrl}/${path}`, body),
  });

  async function answer(path: string, text: string): Promise<unknown> {
    const body = JSON.parse(text) as { jsonrpc?: unknown; method: string; params: unknown[] };
    const isRpc = body.jsonrpc !== undefined;
    const call = isRpc ? body : { method: path, params: [body] };
    const forward = isRpc ? askRpc : askPath;
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1);
    const honest = await forward(call.method, call.params);
    const told =
      endpoint.lie === null
        ? honest
        : await endpoint.lie(call, honest, async (method, params) => (await forward(method, params)).result);
    return isRpc ? { jsonrpc: "2.0", id: 1, ...told } : told.result;
  }

  const server = http.createServer((request, response) => {
    if (endpoint.isDead) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      answer(request.url?.slice(1) ?? "", Buffer.concat(chunks).toString()).then(
        (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
        () => request.socket.destroy(),
      );
    });
    return undefined;
  });
  const endpoint: LyingEndpoint = { ...(await listen(server)), lie: null, isDead: false, calls };
  return endpoint;
}
