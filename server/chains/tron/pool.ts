import type { Logger } from "#server/logger.ts";
import type { Endpoint } from "../settings.ts";
import { EndpointPool, type Read as ReadBy } from "../endpointPool.ts";
import { callTronApi, TronApiError } from "./nodeApi.ts";
import { readHeader } from "./nodeValues.ts";

/** A call of one node's API. */
export type Call = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Reads from one endpoint. Throws on an invalid answer. */
export type Read<T> = ReadBy<Call, T>;

/** The endpoints of one chain; its identity is the id of its first block. Rejects if none answers or they differ. */
export function connectPool(endpoints: readonly Endpoint[], logger: Pick<Logger, "warn">): Promise<EndpointPool<Call>> {
  return EndpointPool.connect<Call>(
    endpoints.map(({ url }) => url),
    {
      chain: "tron",
      setting: "TRON_API_URLS",
      createCall: (url, place) => (method, params) =>
        callTronApi(endpoints[place] ?? { url, apiKey: null }, method, params),
      identify: async (call) => {
        const { number, hash } = readHeader(await call("wallet/getblockbynum", { num: 0 }));
        if (number !== 0) throw new Error("the node answered another block");
        return hash;
      },
      isAnswer: (error) => error instanceof TronApiError,
    },
    logger,
  );
}
