import { createServer, type Server } from "node:http";
import { fetchBeacon, HttpCachingChain, HttpChainClient } from "drand-client";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { QUICKNET, timeOfRound } from "#domain/draw/beacon.ts";
import { askBeacon } from "#server/beacon/beacon.ts";
import { listenLocally } from "../http/listenLocally.ts";
import { createBeaconKeys, hashChain } from "./beaconKeys.ts";
import { createBeaconServer } from "./createBeaconServer.ts";

const GENESIS_S = 1_790_000_000;
const keys = createBeaconKeys({ secretKey: new Uint8Array(32).fill(7), genesisS: GENESIS_S, periodS: 3 });
const { chain } = keys;
const servers: Server[] = [];
let nowMs = 0;
let url = "";
let absent = "";

beforeAll(async () => {
  const away = createServer((request) => request.socket.destroy());
  servers.push(
    createBeaconServer(keys, () => nowMs),
    away,
  );
  url = `http://127.0.0.1:${await listenLocally(servers[0] as Server, 0)}`;
  absent = `http://127.0.0.1:${await listenLocally(away, 0)}`;
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(async () => {
  nowMs = timeOfRound(chain, 100).getTime();
  await behave({ lateMs: 0, isLying: false });
});

const behave = (behaviour: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(behaviour),
  });
const ask = (round: number | "latest", urls = [url]) => askBeacon({ chain, urls }, round);

it("names a chain as drand does: quicknet by its hash", () => {
  const groupHash = "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e";
  expect(hashChain(QUICKNET, groupHash, "quicknet")).toBe(QUICKNET.hash);
});

it("is read and verified by drand's own client", async () => {
  const chainVerificationParams = { chainHash: chain.hash, publicKey: chain.publicKey };
  const options = { disableBeaconVerification: false, noCache: true, chainVerificationParams };
  const client = new HttpChainClient(new HttpCachingChain(`${url}/${chain.hash}`, options), options);
  expect(await fetchBeacon(client, 99)).toMatchObject({ round: 99, signature: keys.sign(99) });
  await behave({ isLying: true });
  await expect(fetchBeacon(client, 98)).rejects.toThrow("not valid");
});

it("tells a round from its time on, and waits for the next", async () => {
  expect(await ask("latest")).toEqual({ round: 100, signature: keys.sign(100) });
  expect(await ask(100)).toEqual(await ask("latest"));
  expect(await ask(102)).toBeNull();
  const next = ask(101);
  setTimeout(() => (nowMs += 3_000), 150);
  expect(await next).toEqual({ round: 101, signature: keys.sign(101) });
});

it("may be late or silent, and says so to programs alone", async () => {
  await behave({ lateMs: 6_000 });
  expect(await ask("latest")).toMatchObject({ round: 98 });
  await behave({ lateMs: null });
  expect(await ask("latest")).toBeNull();
  expect((await behave({ lateMs: 0 }, { origin: "https://evil.example" })).status).toBe(403);
  expect((await behave({ lateMs: -1 })).status).toBe(400);
});

it("knows no other chain, path or call", async () => {
  for (const path of ["", "chains/1", `${chain.hash}/public`, `${chain.hash}/public/x`, `${QUICKNET.hash}/info`]) {
    expect((await fetch(`${url}/${path}`)).status).toBe(404);
  }
  expect(await (await fetch(`${url}/chains`)).json()).toEqual([chain.hash]);
  expect(await (await fetch(`${url}/${chain.hash}/info`)).json()).toEqual(keys.info);
});

it("a relay that lies or is away costs nothing while another one has the round", async () => {
  const liar = createBeaconServer(keys, () => nowMs);
  servers.push(liar);
  const lying = `http://127.0.0.1:${await listenLocally(liar, 0)}`;
  await fetch(`${lying}/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ isLying: true }),
  });
  expect(await ask(50, [absent, lying])).toBeNull();
  expect(await ask("latest", [absent, lying])).toBeNull();
  expect(await ask(50, [absent, lying, url])).toEqual({ round: 50, signature: keys.sign(50) });
});

it("a relay that stands still hides no newer round, however fast it is", async () => {
  const still = createBeaconServer(keys, () => timeOfRound(chain, 90).getTime());
  const slow = createServer((_, response) => {
    setTimeout(() => response.end(JSON.stringify({ round: 99, signature: keys.sign(99) })), 300);
  });
  servers.push(still, slow);
  const [stillUrl = "", slowUrl = ""] = await Promise.all(
    [still, slow].map(async (server) => `http://127.0.0.1:${await listenLocally(server, 0)}`),
  );
  const urls = [stillUrl, slowUrl];
  expect(await askBeacon({ chain, urls }, "latest", 95)).toMatchObject({ round: 99 });
  expect(await askBeacon({ chain, urls: [stillUrl, absent] }, "latest", 95)).toMatchObject({ round: 90 });
});
