import { postToNode } from "../jsonRpc.ts";
import { parseExactJson } from "../nodeAnswers.ts";
import { listPublicNetworks } from "../publicNetworks.ts";
import type { Endpoint } from "../settings.ts";

/** A call of one node's API. */
export type Call = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** What anybody can make long: blocks, the logs of a transaction, and the tokens of an account. */
const LARGE_CALLS: ReadonlySet<string> = new Set([
  "wallet/getblock",
  "wallet/getblockbynum",
  "walletsolidity/getblock",
  "wallet/gettransactionbyid",
  "wallet/gettransactioninfobyid",
  "wallet/getaccount",
  "walletsolidity/getaccount",
]);
/** Of a first block's id in hex, from its end, as CAIP-2 has it. */
const CHARACTERS = 8;

/** The networks by the ids of their first blocks. */
export const { findNetwork, nameNetwork } = listPublicNetworks(
  "Tron",
  {
    "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc": "Tron",
    "0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e": "Tron Shasta",
    "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc": "Tron Nile",
  },
  (genesis) => `tron:0x${genesis.slice(-CHARACTERS)}`,
);

/** The node answered with an error. */
export class TronApiError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TronApiError";
  }
}

/**
 * Calls of a node's HTTP API, e.g. of `wallet/getblock`. One rejects with TronApiError, or with the transport's
 * error. No message contains the URL or the key.
 */
export function createCall({ url, apiKey }: Endpoint): Call {
  return async (method, params) => {
    const { status, isOk, text } = await postToNode(`${url}/${method}`, params, {
      headers: apiKey === null ? {} : { "TRON-PRO-API-KEY": apiKey },
      size: LARGE_CALLS.has(method) ? "large" : "small",
    });
    if (!isOk) throw new Error(`HTTP ${status}`);
    // Amounts and weights have 64 bits.
    const answer = parseExactJson(text);
    const { Error: message } = (answer ?? {}) as { Error?: unknown };
    if (message !== undefined) throw new TronApiError(typeof message === "string" ? message : "no message");
    return answer;
  };
}
