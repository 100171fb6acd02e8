import { type AnswerSize, fetchNode, type NodeAnswer } from "#server/fetchNode.ts";

const REQUEST_TIMEOUT_MS = 8_000;

/** The node answered with an error. */
export class JsonRpcError extends Error {
  readonly rpcCode: number;

  constructor(rpcCode: number, message: string) {
    super(message);
    this.name = "JsonRpcError";
    this.rpcCode = rpcCode;
  }
}

interface PostOptions {
  size: AnswerSize;
  headers?: Readonly<Record<string, string>>;
}

/** Posts JSON to a node. No message of an error contains the URL, which may contain a key. */
export function postToNode(url: string, body: unknown, { size, headers }: PostOptions): Promise<NodeAnswer> {
  return fetchNode(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    timeoutMs: REQUEST_TIMEOUT_MS,
    size,
  });
}

/**
 * Makes one JSON-RPC call over HTTP. Rejects with JsonRpcError, or with the transport's error. No message contains the
 * URL, which may contain a key.
 */
export async function callJsonRpc(
  url: string,
  method: string,
  params: readonly unknown[],
  size: AnswerSize = "small",
): Promise<unknown> {
  const { status, isOk, text } = await postToNode(url, { jsonrpc: "2.0", id: 1, method, params }, { size });
  if (!isOk) throw new Error(`HTTP ${status}`);
  const answer = JSON.parse(text) as { result?: unknown; error?: { code?: unknown; message?: unknown } };
  if (answer.error !== undefined) {
    const { code, message } = answer.error;
    throw new JsonRpcError(typeof code === "number" ? code : 0, typeof message === "string" ? message : "no message");
  }
  if (answer.result === undefined) throw new Error("an answer without a result");
  return answer.result;
}
