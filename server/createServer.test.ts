import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { TON_WORDS } from "#tests/support/chains/tonMnemonic.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { checkPublicUrl, createServer } from "./createServer.ts";
import { systemRandom } from "./random.ts";
import http from "node:http";
import { type Listener, listen } from "#tests/support/listen.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";

const PRODUCTION = {
  DATABASE_URL: "postgres://user@127.0.0.1:1/none",
  PUBLIC_URL: "https://app.example",
  APP_SECRET: "Zk3vQ8rT1mXw5LbN7cYd2GhJ4sPf6Ra9",
  TRUSTED_PROXIES: "none",
  BOT_TOKEN: "1:a",
  SMTP_URL: "smtps://mail.example",
  COINS: "ton",
  TON_API_URLS: "https://one.example/api/v2,https://two.example/api/v2",
  TON_TREASURY_KEY: TON_WORDS,
  LOG_LEVEL: "silent",
};

test("production does not start without the built app", async () => {
  const config = readConfig(PRODUCTION);
  const starting = createServer({ ...config, distDir: "/nowhere" }, { clock: systemClock, random: systemRandom });
  await expect(starting).rejects.toThrow("The app is not built. Run npm run build.");
});

test.each([
  [{ ETH_TREASURY_ADDRESS: "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF" }, 1],
  [{ ETH_TREASURY_KEY: `0x${"2".repeat(64)}` }, 0],
])("a production says of each treasury that nothing signs for it: %j", async (treasury, count) => {
  const distDir = mkdtempSync(path.join(os.tmpdir(), "hongbao-dist-"));
  writeFileSync(path.join(distDir, "index.html"), "<!doctype html><head></head>");
  const told: string[] = [];
  const logger = { ...silentLogger, warn: (_: unknown, message: string) => void told.push(message) };
  const nodes = { ETH_RPC_URLS: "https://one.example,https://two.example" };
  const config = { ...readConfig({ ...PRODUCTION, ...nodes, ...treasury }), distDir };
  const starting = createServer(config, { clock: systemClock, random: systemRandom, logger });
  await expect(starting).rejects.toThrow("database");
  expect(told.filter((message) => message.startsWith("nothing signs payouts of this coin"))).toHaveLength(count);
  rmSync(distDir, { recursive: true });
});

let site: Listener;
let location: string | null = null;

beforeAll(async () => {
  const server = http.createServer((request, response) => {
    const isFirst = request.url === "/";
    response
      .writeHead(isFirst && location !== null ? 301 : 200, isFirst && location !== null ? { location } : {})
      .end();
  });
  site = await listen(server);
});
afterAll(() => site.stop());

async function check(publicUrl: string): Promise<unknown[]> {
  const warnings: unknown[] = [];
  const logger = { ...silentLogger, warn: (fields: object, text: string) => void warnings.push([fields, text]) };
  const config = { ...readConfig(TEST_SETTINGS), publicUrl };
  await checkPublicUrl({ config, logger });
  return warnings;
}

it.each([
  ["an answer", null],
  ["a redirect on the same origin", "/homePage"],
])("says nothing of %s", async (_, to) => {
  location = to;
  expect(await check(site.url)).toEqual([]);
});

it("warns of a redirect to another origin", async () => {
  location = "https://www.example.com/app";
  expect(await check(site.url)).toEqual([
    [{ setting: "PUBLIC_URL", reason: "https://www.example.com" }, "PUBLIC_URL redirects to another origin"],
  ]);
});

it("says nothing of an address that cannot be reached from here", async () => {
  expect(await check("http://127.0.0.1:1")).toEqual([]);
});
