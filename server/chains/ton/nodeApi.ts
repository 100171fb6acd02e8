import type { Endpoint } from "../settings.ts";

const REQUEST_TIMEOUT_MS = 8_000;
/** Operators may give the address with it. */
const PATH = /\/jsonRPC$/i;
/** Answers of these statuses say nothing about the chain: too many requests, or a node that is away. */
const AWAY: ReadonlySet<number> = new Set([401, 403, 429, 502, 503, 504]);

/** The node answered with an error. */
export class TonApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "TonApiError";
    this.status = status;
  }
}

/**
 * Makes one call of toncenter's API, version 2. Rejects with TonApiError, or with the transport's error. No message
 * contains the URL or the key.
 */
export async function callTonApi(
  { url, apiKey }: Endpoint,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const response = await fetch(`${url.replace(PATH, "")}/jsonRPC`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey === null ? {} : { "x-api-key": apiKey }) },
    body: JSON.stringify({ jsonrpc: "2.0", id: "1", method, params }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (AWAY.has(response.status)) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  const answer = (await response.json()) as { ok?: unknown; result?: unknown; error?: unknown } | null;
  if (answer?.ok !== true) {
    throw new TonApiError(response.status, typeof answer?.error === "string" ? answer.error : "no message");
  }
  if (answer.result === undefined) throw new Error("an answer without a result");
  return answer.result;
}
