import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { listen, type Listener } from "#tests/support/listen.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";
import { checkPublicUrl } from "./checkPublicUrl.ts";

let site: Listener;
let location: string | null = null;

beforeAll(async () => {
  const server = createServer((request, response) => {
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
