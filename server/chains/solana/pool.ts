import type { Logger } from "#server/logger.ts";
import { EndpointPool, type Read as ReadBy } from "../endpointPool.ts";
import type { Endpoint } from "../settings.ts";
import { callJsonRpc, JsonRpcError } from "../jsonRpc.ts";
import { readKey } from "./nodeValues.ts";

/** A JSON-RPC call to one endpoint. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Reads from one endpoint. Throws on an invalid answer. */
export type Read<T> = ReadBy<Call, T>;

/** The endpoints of one chain, known by its genesis. Rejects if none answers or they belong to different chains. */
export function connectPool(endpoints: readonly Endpoint[], logger: Pick<Logger, "warn">): Promise<EndpointPool<Call>> {
  return EndpointPool.connect<Call>(
    endpoints.map(({ url }) => url),
    {
      chain: "solana",
      setting: "SOL_RPC_URLS",
      createCall: (url) => (method, params) => callJsonRpc(url, method, params),
      identify: async (call) => readKey(await call("getGenesisHash", [])),
      isAnswer: (error) => error instanceof JsonRpcError,
    },
    logger,
  );
}
