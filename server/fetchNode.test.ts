import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, createGzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createReader as readEthereum } from "#server/chains/ethereum/reader.ts";
import { createReader as readSolana } from "#server/chains/solana/reader.ts";
import { createReader as readTon } from "#server/chains/ton/reader.ts";
import { createReader as readTron } from "#server/chains/tron/reader.ts";
import { UNWATCHED } from "#server/chains/watchCall.ts";
import { createRemoteSigner } from "#server/signers/remoteSigner.ts";
import { listen, type Listener } from "#tests/support/listen.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { fetchNode } from "./fetchNode.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const ZEROS = Buffer.alloc(200_000_000);
const GZIP = gzipSync(ZEROS);
const BROTLI = brotliCompressSync(ZEROS);
const CONTEXT = { treasuries: [], confirmations: 1, logger: silentLogger, watchCall: UNWATCHED };

let node: Listener;
let answer: Answer;
/** What was asked of the local port that a redirect names. */
let redirected: string[];
let admin: Listener;

beforeAll(async () => {
  node = await listen(createServer((request, response) => answer(request, response)));
  admin = await listen(
    createServer((request, response) => {
      redirected.push(request.url ?? "");
      response.end("{}");
    }),
  );
});
afterAll(() => Promise.all([node.stop(), admin.stop()]));

const ask = (size: "small" | "large" = "small", timeoutMs = 8_000) =>
  fetchNode(node.url, { method: "POST", body: "{}", timeoutMs, size });

const pack = (encoding: string, body: Buffer): Answer => {
  return (_, response) => void response.writeHead(200, { "content-encoding": encoding }).end(body);
};

it.each([
  ["gzip", GZIP],
  ["br", BROTLI],
] as const)("ends at the bound of unpacked bytes, as %s", async (encoding, body) => {
  answer = pack(encoding, body);
  await expect(ask()).rejects.toThrow("more than 1000000 bytes");
  await expect(ask("large")).rejects.toThrow("more than 64000000 bytes");
});

it("holds a few large answers at a time, however many come, and all of them end", async () => {
  answer = pack("gzip", GZIP);
  const before = process.memoryUsage.rss();
  let mostBytes = 0;
  const timer = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss() - before)), 20);
  const ends = await Promise.allSettled(Array.from({ length: 12 }, () => ask("large")));
  clearInterval(timer);
  expect(ends.every(({ status }) => status === "rejected")).toBe(true);
  expect(mostBytes).toBeLessThan(500_000_000);
  // The places are free again.
  answer = pack("gzip", gzipSync(ZEROS.subarray(0, 5_000_000)));
  expect((await ask("large")).text).toHaveLength(5_000_000);
});

it("ends a stream without an end, and one that drips", async () => {
  answer = (_, response) => {
    const packed = createGzip();
    packed.pipe(response.writeHead(200, { "content-encoding": "gzip" }));
    const write = () => {
      while (!response.destroyed && packed.write(ZEROS.subarray(0, 1_000_000)));
    };
    packed.on("drain", write);
    response.on("close", () => packed.destroy());
    write();
  };
  await expect(ask()).rejects.toThrow("more than");
  answer = (_, response) => {
    const timer = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(timer));
  };
  await expect(ask("small", 400)).rejects.toThrow("timeout");
});

it("takes an answer as it is, and its status", async () => {
  answer = (_, response) => void response.writeHead(429).end('{"é":1}');
  expect(await ask()).toEqual({ status: 429, isOk: false, text: '{"é":1}' });
});

const CLIENTS: readonly (readonly [string, (url: string) => Promise<unknown>])[] = [
  ["Ethereum", (url) => readEthereum({ url, apiKey: null }, CONTEXT).readTip()],
  ["Solana", (url) => readSolana({ url, apiKey: null }, CONTEXT).readTip()],
  ["Tron", (url) => readTron({ url, apiKey: null }, CONTEXT).readTip()],
  ["TON", (url) => readTon({ url, apiKey: null }, CONTEXT).readTip()],
  ["the signer", (url) => createRemoteSigner({ url, token: "t", algorithm: "ed25519" }).sign(new Uint8Array(1))],
];

it.each(CLIENTS)("%s follows no redirect, and unpacks no bomb", async (_, read) => {
  redirected = [];
  for (const status of [301, 302, 303, 307, 308]) {
    answer = (_request, response) => void response.writeHead(status, { location: `${admin.url}/audit` }).end();
    await expect(read(node.url)).rejects.toThrow("fetch failed");
  }
  await wait(50);
  expect(redirected).toEqual([]);
  answer = pack("gzip", GZIP);
  await expect(read(node.url)).rejects.toThrow("an answer of more than");
});
