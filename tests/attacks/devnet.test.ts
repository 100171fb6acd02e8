import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, waitForGateway } from "#devnet/gateway/startGateway.ts";
import { findFreePort } from "#devnet/process/ports.ts";
import type { Child } from "#devnet/process/startChild.ts";
import { type Devnet, startDevnet } from "#devnet/startDevnet.ts";
import { startStack } from "#devnet/startStack.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";

/** A bot's token of the user. */
const REAL_TOKEN = "123456789:AAFakeButOfTheRightLengthForARealOne0";

let folder: string;
let port: number;
let devnet: Devnet;
const children: Child[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hongbao-attack-"));
  port = await findFreePort();
  const env = { ...PROGRAM_ENVIRONMENT, BOT_TOKEN: REAL_TOKEN };
  devnet = await startDevnet({
    gatewayOrigin: `http://localhost:${port}`,
    folder,
    env,
    onChild: (child) => children.push(child),
  });
  const { telegramPort, mailPort, info } = devnet;
  const settings = { port, serverPort: await findFreePort(), telegramPort, mailPort, vitePort: null, info };
  const gateway = startGateway(settings, env, path.join(folder, "logs"));
  children.push(gateway);
  await waitForGateway(gateway);
});
afterAll(async () => {
  for (const child of children.toReversed()) await child.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  text: string;
}

/** Sends exactly these headers, like a browser. */
function ask(name: string, headers: Record<string, string>, body?: object, at = port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const asking = request({ host: "127.0.0.1", port: at, path: `/devnet/${name}`, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.on("error", reject);
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const SIGN = { kind: "message", index: 0, message: "I give everything away" };
const SAY = { person: 1, chatId: -1, text: "hello" };
const RPC = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
const CHANGES = [
  ["wallets/sign", SIGN],
  ["telegram/say", SAY],
  ["rpc", RPC],
] as const;

test.each(CHANGES)("no foreign page changes anything by %s", async (name, body) => {
  const host = `localhost:${port}`;
  const json = { "content-type": "application/json" };
  const pages: Record<string, string>[] = [
    { ...json, host, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { ...json, host, origin: "http://localhost:3000", "sec-fetch-site": "same-site" },
    { "content-type": "text/plain", host, origin: "null" },
    { "content-type": "text/plain", host },
  ];
  for (const headers of pages) expect((await ask(name, headers, body)).status).toBe(403);
  const rebound = { ...json, host: `evil.example:${port}`, origin: `http://evil.example:${port}` };
  expect((await ask(name, rebound, body)).status).toBe(421);
  // The person's own page is still allowed.
  const own = { ...json, host: `p1.localhost:${port}`, origin: `http://p1.localhost:${port}` };
  expect((await ask(name, own, body)).status).not.toBe(403);
});

test("no foreign page acts for people at the messenger's own port", async () => {
  const headers = {
    "content-type": "text/plain",
    host: `127.0.0.1:${devnet.telegramPort}`,
    origin: "https://evil.example",
  };
  expect((await ask("telegram/say", headers, SAY, devnet.telegramPort)).status).toBe(403);
});

test("a token that the user set is never shown", async () => {
  const { status, text } = await ask("info", { host: `localhost:${port}` });
  expect(status).toBe(200);
  expect((JSON.parse(text) as { botToken: unknown }).botToken).toBeNull();
  expect(text).not.toContain(REAL_TOKEN);
});

test("nothing listens for other machines", async () => {
  const address = Object.values(networkInterfaces())
    .flatMap((known) => known ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  if (address === undefined) return;
  for (const open of [port, devnet.telegramPort, Number(new URL(devnet.info.ethereum.rpcUrl).port)]) {
    await expect(fetch(`http://${address}:${open}/devnet/info`)).rejects.toThrow("fetch failed");
  }
});

test.each(["production", "staging"])("NODE_ENV=%s starts no stand-ins", async (NODE_ENV) => {
  await expect(startStack({ port: 0, dataDir: folder, env: { NODE_ENV }, quiet: true })).rejects.toThrow(NODE_ENV);
});
