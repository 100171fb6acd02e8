import { type BeaconChain, QUICKNET } from "#domain/draw/beacon.ts";
import { verifyRound } from "#domain/draw/verifyRound.ts";
import { fetchNode } from "#server/fetchNode.ts";
import type { SettingReader } from "#server/settingReader.ts";

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

/** Those that drand names, by several operators: https://docs.drand.love/developer/http-api, read on 2026-11-29. */
const RELAYS = [
  "https://api.drand.sh",
  "https://api2.drand.sh",
  "https://api3.drand.sh",
  "https://drand.cloudflare.com",
  "https://api.drand.secureweb3.com:6875",
];

/** Three are enough to hear of a round while one lies and one is away. */
const LEAST_RELAYS = 3;
const CHAIN = /^([0-9a-f]{64}),([0-9a-f]{192}),([0-9]{1,12}),([0-9]{1,4})$/;

/** The beacon of draws: quicknet, as several relays tell it. A trial on one machine may have a chain of its own. */
export function readBeacon({ isProduction, fail, readText, readList, checkUrl }: SettingReader): Beacon {
  const given = readList("BEACON_URLS").map((url) => checkUrl("BEACON_URLS", url, ["http", "https"]));
  const urls = given.length === 0 ? RELAYS : given;
  if (isProduction && new Set(urls).size < LEAST_RELAYS) fail("BEACON_URLS must name at least three relays", null);
  const text = readText("BEACON_CHAIN");
  if (text === null) return { chain: QUICKNET, urls };
  if (isProduction) fail("BEACON_CHAIN is drand's quicknet in production: leave it out", null);
  return {
    chain: parseChain(text) ?? fail("BEACON_CHAIN must be a hash, a key, a start and a period", QUICKNET),
    urls,
  };
}

function parseChain(text: string): BeaconChain | null {
  const [, hash, publicKey, genesisS, periodS] = CHAIN.exec(text) ?? [];
  if (hash === undefined || publicKey === undefined || Number(periodS) < 1) return null;
  return { hash, publicKey, genesisS: Number(genesisS), periodS: Number(periodS) };
}

/**
 * Asks every relay at once for a round, or for the newest one, and takes the first answer that the chain's key has signed: so
 * a relay that lies, or is away or slow, costs nothing. Null where none has it. The HTTP API:
 * https://docs.drand.love/developer/http-api.
 *
 * @param least an older one is taken only where no relay has one as new, since a relay that stands still answers as well
 */
export async function askBeacon({ chain, urls }: Beacon, asked: number | "latest", least = 0): Promise<Round | null> {
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
  const newAnswers = answers.map(async (told) => {
    const answer = await told;
    if (answer.round < least) throw new Error("an older round");
    return answer;
  });
  return Promise.any(newAnswers)
    .catch(() => Promise.any(answers))
    .catch(() => null);
}

/** Whether most relays answer, whatever they say: who reaches few of them cannot tell silence from a cut line. */
export async function reachesMost({ chain, urls }: Beacon): Promise<boolean> {
  const asked = urls.map((url) =>
    fetchNode(`${url}/${chain.hash}/public/latest`, { method: "GET", timeoutMs: TIMEOUT_MS }),
  );
  const answers = await Promise.allSettled(asked);
  return answers.filter(({ status }) => status === "fulfilled").length > urls.length / 2;
}

async function askRelay(url: string): Promise<Round> {
  const { isOk, text } = await fetchNode(url, { method: "GET", timeoutMs: TIMEOUT_MS });
  if (!isOk || text.length > MAX_LENGTH) throw new Error("the relay has no such round");
  const { round, signature } = JSON.parse(text) as Partial<Round>;
  if (typeof round !== "number" || typeof signature !== "string") throw new Error("the relay answered no round");
  return { round, signature };
}
