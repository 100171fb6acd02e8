import type { Logger } from "#server/logger.ts";
import { EndpointPool, type Read as ReadBy } from "../endpointPool.ts";
import type { Endpoint } from "../settings.ts";
import { callJsonRpc, JsonRpcError } from "../jsonRpc.ts";

/** A JSON-RPC call to one endpoint. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Reads from one endpoint. Throws on an invalid answer. */
export type Read<T> = ReadBy<Call, T>;

/** The endpoints of one chain, and its EIP-155 id. Rejects if none answers or they belong to different chains. */
export async function connectPool(
  endpoints: readonly Endpoint[],
  logger: Pick<Logger, "warn">,
): Promise<{ pool: EndpointPool<Call>; chainId: number }> {
  const pool = await EndpointPool.connect<Call>(
    endpoints.map(({ url }) => url),
    {
      chain: "ethereum",
      setting: "ETH_RPC_URLS",
      createCall: (url) => (method, params) => callJsonRpc(url, method, params),
      identify: readChainId,
      isAnswer: (error) => error instanceof JsonRpcError,
    },
    logger,
  );
  return { pool, chainId: Number(pool.identity) };
}

async function readChainId(call: Call): Promise<string> {
  const chainId = Number(await call("eth_chainId", []));
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new Error("it names no chain id");
  return String(chainId);
}
