import { once } from "node:events";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { listen, type Listener } from "#tests/support/listen.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { createServer } from "./createServer.ts";
import { systemRandom } from "./random.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const BOT_TOKEN = "4242:start-test-token";
const BLOCK = {
  number: "0x1",
  hash: `0x${"1".repeat(64)}`,
  parentHash: `0x${"0".repeat(64)}`,
  timestamp: "0x1",
  baseFeePerGas: "0x1",
  transactions: [],
};

let outside: Listener;
let testDatabase: TestDatabase;
const children: ChildProcess[] = [];
/** Calls of the Bot API. */
const called: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  outside = await listen(http.createServer((request, response) => void answerOutside(request, response)));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await outside.stop();
  await testDatabase.remove();
});

/** The parts of the Bot API and an Ethereum node that a start needs. */
async function answerOutside(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const [, token, method] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? "") ?? [];
  if (token !== undefined && token !== BOT_TOKEN)
    return void answer(401, { ok: false, error_code: 401, description: "Unauthorized" });
  if (method !== undefined) called.push(method);
  if (method === "getMe")
    return void answer(200, { ok: true, result: { id: 4242, is_bot: true, first_name: "Bot", username: "start_bot" } });
  // A long poll that ends only with the connection.
  if (method === "getUpdates") return;
  if (method !== undefined) return void answer(200, { ok: true, result: true });
  const call = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: unknown[] };
  const number = String(call.params[0]).startsWith("0x") ? call.params[0] : BLOCK.number;
  const block = { ...BLOCK, number };
  answer(200, { jsonrpc: "2.0", id: call.id, result: call.method === "eth_getBlockByNumber" ? block : "0x7a69" });
}

function makeEnvironment(change: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  return {
    ...PROGRAM_ENVIRONMENT,
    NODE_ENV: "development",
    PORT: "0",
    ADMIN_PORT: "0",
    PUBLIC_URL: "http://localhost:8080",
    APP_SECRET: "start-test-secret-0123456789abcdef",
    BOT_TOKEN,
    BOT_API_URL: outside.url,
    ETH_RPC_URLS: outside.url,
    ETH_TREASURY_KEY: `0x${"1".repeat(64)}`,
    ...testDatabase.environment,
    ...change,
  };
}

interface Run {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

function run(change?: Record<string, string | undefined>): Run {
  const child = spawn(process.execPath, [MAIN], { env: makeEnvironment(change), stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const exit = once(child, "close").then(() => child.exitCode);
  return { child, output: () => text, exit };
}

async function waitForAddress({ child, output }: Run): Promise<string> {
  for (;;) {
    const port = /"address":"http:\/\/[^"]+:(\d+)"/.exec(output())?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    if (child.exitCode !== null) throw new Error(output());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function readReadiness(address: string): Promise<unknown> {
  const { data } = (await (await fetch(`${address}/readyz`)).json()) as { data: unknown };
  return data;
}

/** The one line that the operator sees. */
async function readRefusal(change: Record<string, string | undefined>): Promise<string> {
  const started = run(change);
  expect(await started.exit).toBe(1);
  const lines = started
    .output()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("{"));
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

test("starts, serves, and stops cleanly on SIGTERM", async () => {
  const started = run();
  const address = await waitForAddress(started);
  expect(await readReadiness(address)).toEqual({ chains: { eth: "ready" } });
  const info = (await (await fetch(`${address}/api/v1/system/info`)).json()) as {
    data: { botUsername: string; coins: unknown[] };
  };
  expect(info.data).toMatchObject({
    botUsername: "start_bot",
    coins: [{ coinType: "eth", network: { id: "eip155:31337" } }],
  });
  started.child.kill("SIGTERM");
  expect(await started.exit).toBe(0);
  expect(started.output()).toContain("Blockchain Guidelines");
  expect(started.output()).not.toContain(BOT_TOKEN);

  // The data folder is released: it opens again.
  const again = run();
  await waitForAddress(again);
  again.child.kill("SIGINT");
  expect(await again.exit).toBe(0);
});

test("names an invalid setting", async () => {
  // Where it is not development it is production.
  const line = await readRefusal({ NODE_ENV: "staging", APP_SECRET: "short", PORT: "many" });
  expect(line).toMatch(/^hongbao cannot start: settings: /);
  for (const problem of [
    "PORT must be an integer",
    "APP_SECRET must have at least 32 characters",
    "two different hosts",
  ])
    expect(line).toContain(problem);
});

test("names a port in use", async () => {
  expect(await readRefusal({ PORT: String(outside.port) })).toBe(
    `hongbao cannot start: Port ${outside.port} is taken. Set PORT to a free one.`,
  );
});

test("starts while a chain is unreachable, reports it without the node's URL, and uses the chain once it is back", async () => {
  let isAway = true;
  // It keeps its port while it is away: another program could take it.
  const node = await listen(
    http.createServer((request, response) => {
      if (isAway) request.socket.destroy();
      else void answerOutside(request, response);
    }),
  );
  const started = run({ ETH_RPC_URLS: `${node.url}/secret-key` });
  const address = await waitForAddress(started);
  expect(await readReadiness(address)).toEqual({ chains: { eth: "away" } });
  expect(started.output()).toContain("the chain is unreachable: retrying");
  expect(started.output()).not.toContain("secret-key");
  isAway = false;
  await expect.poll(() => readReadiness(address)).toEqual({ chains: { eth: "ready" } });
  started.child.kill("SIGTERM");
  expect(await started.exit).toBe(0);
  await node.stop();
});

test("a production asks at its start where PUBLIC_URL leads", async () => {
  const moved = await listen(
    http.createServer((_, response) => response.writeHead(301, { location: "https://www.app.example/" }).end()),
  );
  const distDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-dist-"));
  await writeFile(path.join(distDir, "index.html"), "<!doctype html><head></head>");
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_: unknown, message: string) => void warnings.push(message) };
  const config = { ...readConfig(makeEnvironment()), isProduction: true, publicUrl: moved.url, distDir };
  const server = await createServer(config, { clock: systemClock, random: systemRandom, logger });
  await server.listen();
  await expect.poll(() => warnings).toContain("PUBLIC_URL redirects to another origin");
  await server.close();
  await moved.stop();
  await rm(distDir, { recursive: true });
});

test("a process that ends answers first what people in chats asked it, before its database ends", async () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_: unknown, message: string) => void warnings.push(message) };
  const secret = "a-webhook_secret-of-the-tests";
  const config = { ...readConfig(makeEnvironment()), webhookSecret: secret };
  // It listens to nobody and has no job, as beside one that has all leases.
  const server = await createServer(config, { clock: systemClock, random: systemRandom, logger });
  const presses = Array.from({ length: 40 }, (_, n) => ({
    update_id: n + 1,
    callback_query: {
      id: String(n),
      from: { id: 8_000_000_000 + n, is_bot: false, first_name: "Somebody" },
      chat_instance: "1",
      data: "share:none",
    },
  }));
  const headers = { "x-telegram-bot-api-secret-token": secret };
  const post = (payload: object) => server.inject({ method: "POST", url: "/bot/webhook", headers, payload });
  const posted = await Promise.all(presses.map(post));
  expect(new Set(posted.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await server.close();
  expect(called.filter((method) => method === "answerCallbackQuery")).toHaveLength(presses.length);
  expect(warnings).not.toContain("a question in a chat was not answered");
});

test("refuses another treasury than the database's", async () => {
  const started = run();
  await waitForAddress(started);
  started.child.kill("SIGTERM");
  await started.exit;
  const line = await readRefusal({ ETH_TREASURY_KEY: `0x${"2".repeat(64)}` });
  expect(line).toMatch(/This database belongs to the treasury 0x\w{40}, and ETH_TREASURY_ADDRESS names 0x\w{40}\./);
});

test("distinguishes an unreachable messenger from a refused bot", async () => {
  expect(await readRefusal({ BOT_API_URL: "http://127.0.0.1:1" })).toContain("The Bot API cannot be reached");
  expect(await readRefusal({ BOT_TOKEN: "1:other" })).toContain("The Bot API refuses BOT_TOKEN");
});

test("names an unreachable database, without its password", async () => {
  const line = await readRefusal({ DATABASE_URL: "postgres://user:pass-word@127.0.0.1:1/hongbao" });
  expect(line).toContain("127.0.0.1:1/hongbao cannot be reached");
  expect(line).not.toContain("pass-word");
});
