import type { BeaconChain } from "#domain/draw/beacon.ts";
import { verifyRound } from "#domain/draw/verifyRound.ts";
import { fetchNode } from "#server/fetchNode.ts";

const TIMEOUT_MS = 5_000;
const MAX_LENGTH = 2_000;

/** A round that the chain's key has signed. */
export interface Round {
  round: number;
  /** Hex of 48 bytes. */
  signature: string;
}

export interface Beacon {
  chain: BeaconChain;
  /** The addresses of relays, without a slash at the end. */
  urls: readonly string[];
}

/**
 * Asks every relay at once for a round, or for the newest one, and takes the first answer that the chain's key has signed: so
 * a relay that lies, or is away or slow, costs nothing. Null where none has it. The HTTP API:
 * https://docs.drand.love/developer/http-api.
 */
export async function askBeacon({ chain, urls }: Beacon, asked: number | "latest"): Promise<Round | null> {
  const known = new Map<string, boolean>();
  const isSigned = ({ round, signature }: Round): boolean => {
    const key = `${String(round)} ${signature}`;
    const isGood = known.get(key) ?? verifyRound(chain, round, signature);
    known.set(key, isGood);
    return isGood;
  };
  const answers = urls.map(async (url) => {
    const answer = await askRelay(`${url}/${chain.hash}/public/${String(asked)}`);
    if ((asked !== "latest" && answer.round !== asked) || !isSigned(answer)) throw new Error("not the chain's round");
    return answer;
  });
  return Promise.any(answers).catch(() => null);
}

async function askRelay(url: string): Promise<Round> {
  const { isOk, text } = await fetchNode(url, { method: "GET", timeoutMs: TIMEOUT_MS });
  if (!isOk || text.length > MAX_LENGTH) throw new Error("the relay has no such round");
  const { round, signature } = JSON.parse(text) as Partial<Round>;
  if (typeof round !== "number" || typeof signature !== "string") throw new Error("the relay answered no round");
  return { round, signature };
}
