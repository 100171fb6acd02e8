import type { Endpoint } from "../settings.ts";
import { parseExactJson } from "../parseExactJson.ts";

const REQUEST_TIMEOUT_MS = 8_000;

/** The node answered with an error. */
export class TronApiError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TronApiError";
  }
}

/**
 * Makes one call of a node's HTTP API, e.g. of `wallet/getblock`. Rejects with TronApiError, or with the transport's
 * error. No message contains the URL or the key.
 */
export async function callTronApi(
  { url, apiKey }: Endpoint,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const response = await fetch(`${url}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey === null ? {} : { "TRON-PRO-API-KEY": apiKey }) },
    body: JSON.stringify(params),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  // Amounts and weights have 64 bits.
  const answer = parseExactJson(await response.text());
  const { Error: message } = (answer ?? {}) as { Error?: unknown };
  if (message !== undefined) throw new TronApiError(typeof message === "string" ? message : "no message");
  return answer;
}
