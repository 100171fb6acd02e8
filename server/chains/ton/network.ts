import type { Header, KnownNetwork, Tip } from "../chainKind.ts";
import { postToNode } from "../jsonRpc.ts";
import { readRecord, readTime, readWhole } from "../nodeAnswers.ts";
import type { Endpoint } from "../settings.ts";
import { readHash } from "./values.ts";

/** A call of one endpoint's API. */
export type Call = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The global ids of the main network and of the test network. */
export const MAIN_ID = -239;
export const TEST_ID = -3;
export const GLOBAL_IDS: readonly number[] = [MAIN_ID, TEST_ID];
const NAMES: ReadonlyMap<number, string> = new Map([
  [MAIN_ID, "TON"],
  [TEST_ID, "TON Testnet"],
]);
/** The first states of the public networks, and the global ids that belong to them. */
const PUBLIC_GENESES: ReadonlyMap<string, number> = new Map([
  ["17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569", MAIN_ID],
  ["823f81f306ff02694f935cf5021548e3ce2b86b529812af6a12148879e95a128", TEST_ID],
]);
/** The masterchain, which has one shard. */
const MASTERCHAIN = { workchain: -1, shard: "-9223372036854775808" };
/** What anybody can make long: the messages of an account's transactions, and the state of an account. */
const LARGE_CALLS: ReadonlySet<string> = new Set(["getTransactions", "tryLocateSourceTx", "getAddressInformation"]);
/** Operators may give the address with it. */
const PATH = /\/jsonRPC$/i;
/** Answers of these statuses say nothing about the chain: too many requests, or a node that is away. */
const AWAY: ReadonlySet<number> = new Set([401, 403, 429, 502, 503, 504]);

/** A network by its global id, and by the hash of its first state, in hex. */
export interface Identity {
  globalId: number;
  genesis: string;
}

/** One that is neither the main network nor the test network is local. */
export function findNetwork(identity: string): KnownNetwork {
  const { globalId, genesis } = parseIdentity(identity);
  const id = `tvm:${globalId}`;
  const isLocal = !PUBLIC_GENESES.has(genesis);
  return { id, name: isLocal ? "TON (local)" : nameNetwork(id), isLocal };
}

/** The name of a network by its CAIP-2 id; the id itself for another kind of network. */
export function nameNetwork(networkId: string): string {
  const globalId = /^tvm:(-?[0-9]{1,10})$/.exec(networkId)?.[1];
  return globalId === undefined ? networkId : (NAMES.get(Number(globalId)) ?? `TON network ${globalId}`);
}

export async function readIdentity(call: Call): Promise<Identity> {
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

/** The newest masterchain block. */
export async function readTip(call: Call): Promise<Tip> {
  const id = readRecord(readRecord(await call("getMasterchainInfo", {}))["last"]);
  return { position: readWhole(id["seqno"]), hash: readHash(id["root_hash"]) };
}

/** A masterchain block. Throws if the endpoint does not have it. */
export async function readHeader(call: Call, position: number): Promise<Header> {
  const header = readRecord(await call("getBlockHeader", { ...MASTERCHAIN, seqno: position }));
  const id = readRecord(header["id"]);
  if (readWhole(id["seqno"]) !== position) throw new Error("the node answered another block");
  return { position, hash: readHash(id["root_hash"]), time: readTime(header["gen_utime"]) };
}

/** An identity as one text, and back. */
export function formatIdentity({ globalId, genesis }: Identity): string {
  return `${globalId} ${genesis}`;
}

export function parseIdentity(text: string): Identity {
  const [globalId = "", genesis = ""] = text.split(" ");
  return { globalId: Number(globalId), genesis };
}

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
 * Calls of toncenter's API, version 2. One rejects with TonApiError, or with the transport's error. No message
 * contains the URL or the key.
 */
export function createCall({ url, apiKey }: Endpoint): Call {
  return async (method, params) => {
    const body = { jsonrpc: "2.0", id: "1", method, params };
    const { status, text } = await postToNode(`${url.replace(PATH, "")}/jsonRPC`, body, {
      headers: apiKey === null ? {} : { "x-api-key": apiKey },
      size: LARGE_CALLS.has(method) ? "large" : "small",
    });
    if (AWAY.has(status)) throw new Error(`HTTP ${status}`);
    const answer = JSON.parse(text) as { ok?: unknown; result?: unknown; error?: unknown } | null;
    if (answer?.ok !== true) {
      throw new TonApiError(status, typeof answer?.error === "string" ? answer.error : "no message");
    }
    if (answer.result === undefined) throw new Error("an answer without a result");
    return answer.result;
  };
}
