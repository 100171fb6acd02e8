import type { Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askPriceFeed } from "#server/prices/askPriceFeed.ts";
import { listenLocally } from "../http/listenLocally.ts";
import { createPriceServer, PRICE_PATH } from "./createPriceServer.ts";

let server: Server;
let url: string;
let nowMs = 0;

beforeAll(async () => {
  server = createPriceServer(() => nowMs);
  url = `http://127.0.0.1:${await listenLocally(server, 0)}${PRICE_PATH}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const set = (symbol: string, price: string | null, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ symbol, price }),
  });

it("returns prices that can be set, and fails if set so", async () => {
  expect(await askPriceFeed(url, "eth")).toBe("3000");
  expect((await set("ETHUSDT", "3051.12")).status).toBe(200);
  expect(await askPriceFeed(url, "eth")).toBe("3051.12");
  await set("ETHUSDT", null);
  await expect(askPriceFeed(url, "eth")).rejects.toThrow("503");
  expect(await askPriceFeed(url, "sol")).toBe("150");
});

it("answers as Binance does", async () => {
  expect(await (await fetch(`${url}?symbol=GRAMUSDT`)).json()).toEqual({ symbol: "GRAMUSDT", price: "3.00000000" });
  const unknown = await fetch(`${url}?symbol=XXXUSDT`);
  expect([unknown.status, await unknown.json()]).toEqual([400, { code: -1121, msg: "Invalid symbol." }]);
  expect((await fetch(url.replace(PRICE_PATH, "/"))).status).toBe(404);
});

it("is set by programs only, to valid prices only", async () => {
  expect((await set("GRAMUSDT", "5", { origin: "https://evil.example" })).status).toBe(403);
  expect((await set("GRAMUSDT", "many")).status).toBe(400);
  expect((await set("XXXUSDT", "5")).status).toBe(400);
  expect(await askPriceFeed(url, "ton")).toBe("3");
});

it("knows the coin of TON by both names, as one pair", async () => {
  await set("TONUSDT", "2.5");
  expect(await (await fetch(`${url}?symbol=GRAMUSDT`)).json()).toEqual({ symbol: "GRAMUSDT", price: "2.5" });
  await set("GRAMUSDT", "3");
  expect(await (await fetch(`${url}?symbol=TONUSDT`)).json()).toEqual({ symbol: "TONUSDT", price: "3" });
});

it("moves by the last digit each hour", async () => {
  await set("SOLUSDT", "150");
  nowMs += 3_600_000;
  expect(await askPriceFeed(url, "sol")).toBe("150.00000001");
  nowMs += 3_600_000;
  expect(await askPriceFeed(url, "sol")).toBe("150");
});
