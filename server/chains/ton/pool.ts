import type { Logger } from "#server/logger.ts";
import type { Endpoint } from "../settings.ts";
import { EndpointPool, type Read as ReadBy } from "../endpointPool.ts";
import { MAIN_ID, TEST_ID } from "./networkId.ts";
import { callTonApi, TonApiError } from "./nodeApi.ts";
import { readHash } from "./nodeValues.ts";
import { readRecord, readWhole } from "../nodeAnswers.ts";

/** A call of one endpoint's API. */
export type Call = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Reads from one endpoint. Throws on an invalid answer. */
export type Read<T> = ReadBy<Call, T>;

/** The first states of the public networks, and the global ids that belong to them. */
const PUBLIC_GENESES: ReadonlyMap<string, number> = new Map([
  ["17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569", MAIN_ID],
  ["823f81f306ff02694f935cf5021548e3ce2b86b529812af6a12148879e95a128", TEST_ID],
]);

interface TonNetwork {
  pool: EndpointPool<Call>;
  globalId: number;
  /** Hash of the first state, in hex. */
  genesis: string;
  /** Whether this is neither the main network nor the test network. */
  isLocal: boolean;
}

/** The endpoints of one chain. Rejects if none answers or they belong to different chains. */
export async function connectPool(endpoints: readonly Endpoint[], logger: Pick<Logger, "warn">): Promise<TonNetwork> {
  const pool = await EndpointPool.connect<Call>(
    endpoints.map(({ url }) => url),
    {
      chain: "ton",
      setting: "TON_API_URLS",
      createCall: (url, place) => (method, params) =>
        callTonApi(endpoints[place] ?? { url, apiKey: null }, method, params),
      identify: async (call) => {
        const { globalId, genesis } = await readIdentity(call);
        return `${globalId} ${genesis}`;
      },
      isAnswer: (error) => error instanceof TonApiError,
    },
    logger,
  );
  const [globalId = "", genesis = ""] = pool.identity.split(" ");
  return { pool, globalId: Number(globalId), genesis, isLocal: !PUBLIC_GENESES.has(genesis) };
}

/** The network's global id, and the hash of its first state. */
export async function readIdentity(call: Call): Promise<{ globalId: number; genesis: string }> {
  const info = readRecord(await call("getMasterchainInfo", {}));
  const genesis = readHash(readRecord(info["init"])["root_hash"]);
  const seqno = readWhole(readRecord(info["last"])["seqno"]);
  const header = readRecord(await call("getBlockHeader", { ...MASTERCHAIN, seqno }));
  const globalId = header["global_id"];
  if (typeof globalId !== "number" || !Number.isSafeInteger(globalId)) throw new Error("it names no global id");
  const known = PUBLIC_GENESES.get(genesis);
  if (known !== undefined && known !== globalId) throw new Error("its first state is that of another network");
  return { globalId, genesis };
}

/** The masterchain, which has one shard. */
export const MASTERCHAIN = { workchain: -1, shard: "-9223372036854775808" };
