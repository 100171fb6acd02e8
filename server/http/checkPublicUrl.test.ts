import { createServer } from "node:http";
import type { Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";
import { checkPublicUrl } from "./checkPublicUrl.ts";

let server: Server;
let origin: string;
let location: string | null = null;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isFirst = request.url === "/";
    response
      .writeHead(isFirst && location !== null ? 301 : 200, isFirst && location !== null ? { location } : {})
      .end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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
  expect(await check(origin)).toEqual([]);
});

it("warns of a redirect to another origin", async () => {
  location = "https://www.example.com/app";
  expect(await check(origin)).toEqual([
    [{ setting: "PUBLIC_URL", reason: "https://www.example.com" }, "PUBLIC_URL redirects to another origin"],
  ]);
});

it("says nothing of an address that cannot be reached from here", async () => {
  expect(await check("http://127.0.0.1:1")).toEqual([]);
});
