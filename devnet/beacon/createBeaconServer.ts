import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { timeOfRound } from "#domain/draw/beacon.ts";
import { isForeign } from "../http/isForeign.ts";
import { readJson } from "../http/readJson.ts";
import { sendJson } from "../http/send.ts";
import type { BeaconKeys } from "./beaconKeys.ts";

/** Whoever asks for the next round waits for it, so long at most. */
const LONGEST_WAIT_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const DIGITS = /^[0-9]{1,15}$/;

/** How the beacon behaves. */
interface Behaviour {
  /** How long after its time a round is told; null for never again. */
  lateMs: number | null;
  /** Tells another round's signature as the asked one's. */
  isLying: boolean;
}

/**
 * A relay of drand's beacon, by the first version of its HTTP API, which all relays speak: `GET /chains`, `/<hash>/info`,
 * `/<hash>/public/latest` and `/<hash>/public/<round>`. As a relay does, it answers 404 for a round that is more than a
 * period away, and waits for the next one: https://github.com/drand/http-relay, `PublicRand`. `POST /behaviour { lateMs?,
 * isLying? }` makes it late or a liar.
 */
export function createBeaconServer(keys: BeaconKeys, readNowMs: () => number = Date.now): Server {
  const beacon = { keys, readNowMs, behaviour: { lateMs: 0, isLying: false } };
  return createServer((request, response) => {
    answer(beacon, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) sendJson(response, 500, {});
    });
  });
}

interface Beacon {
  keys: BeaconKeys;
  readNowMs: () => number;
  behaviour: Behaviour;
}

async function answer(beacon: Beacon, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [hash = "", part = "", round = ""] = new URL(request.url ?? "/", "http://beacon").pathname.slice(1).split("/");
  const { chain, info } = beacon.keys;
  if (request.method === "POST" && hash === "behaviour") return behave(beacon, request, response);
  if (request.method !== "GET") return sendJson(response, 405, {});
  if (hash === "chains" && part === "") return sendJson(response, 200, [chain.hash]);
  if (hash !== chain.hash) return sendJson(response, 404, {});
  if (part === "info" && round === "") return sendJson(response, 200, info);
  if (part === "public" && round === "latest") return tellRound(beacon, findLatest(beacon), response);
  if (part === "public" && DIGITS.test(round)) return tellAsked(beacon, Number(round), response);
  return sendJson(response, 404, {});
}

async function behave(beacon: Beacon, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isForeign(request)) return sendJson(response, 403, { error: "only programs change how the beacon behaves" });
  const { lateMs = beacon.behaviour.lateMs, isLying = beacon.behaviour.isLying } = await readJson(request);
  const isLate = lateMs === null || (typeof lateMs === "number" && lateMs >= 0);
  if (!isLate || typeof isLying !== "boolean") {
    return sendJson(response, 400, { error: "give lateMs, a number or null, and isLying, a boolean" });
  }
  beacon.behaviour = { lateMs, isLying };
  return sendJson(response, 200, beacon.behaviour);
}

/** The newest round that is told now; 0 while there is none. */
function findLatest({ keys: { chain }, behaviour: { lateMs }, readNowMs }: Beacon): number {
  if (lateMs === null) return 0;
  const sinceMs = readNowMs() - lateMs - chain.genesisS * 1_000;
  return Math.max(0, Math.floor(sinceMs / (chain.periodS * 1_000)) + 1);
}

async function tellAsked(beacon: Beacon, round: number, response: ServerResponse): Promise<void> {
  const { keys, readNowMs } = beacon;
  const isNext = timeOfRound(keys.chain, round).getTime() <= readNowMs() + keys.chain.periodS * 1_000;
  const until = performance.now() + (isNext ? LONGEST_WAIT_MS : 0);
  while (findLatest(beacon) < round && performance.now() < until) await wait(LOOK_AGAIN_MS);
  return tellRound(beacon, findLatest(beacon) < round ? 0 : round, response);
}

function tellRound({ keys, behaviour }: Beacon, round: number, response: ServerResponse): void {
  if (round < 1) return sendJson(response, 404, {});
  const signature = keys.sign(behaviour.isLying ? round + 1 : round);
  const randomness = createHash("sha256").update(Buffer.from(signature, "hex")).digest("hex");
  return sendJson(response, 200, { round, randomness, signature });
}
