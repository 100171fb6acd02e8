import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { formatAmount, parseDecimal } from "#domain/money/amount.ts";
import { isForeign } from "../http/isForeign.ts";
import { readJson } from "../http/readJson.ts";
import { sendJson } from "../http/send.ts";

/** Binance's path for the price of a pair. */
export const PRICE_PATH = "/api/v3/ticker/price";

/** Initial prices. */
const FIRST_PRICES: Readonly<Record<string, string>> = {
  ETHUSDT: "3000.00000000",
  SOLUSDT: "150.00000000",
  TRXUSDT: "0.30000000",
  GRAMUSDT: "3.00000000",
};

/** Two spellings of one pair: the coin of TON had another name. */
const SAME_PAIRS: Readonly<Record<string, string>> = { TONUSDT: "GRAMUSDT" };

/** A price that nobody sets moves by its last digit each hour, as none on a market stands still. */
const MOVES_EVERY_MS = 3_600_000;
const DECIMALS = 8;

interface Pair {
  /** Null makes the pair fail. */
  price: string | null;
  setAtMs: number;
}

const PRICE = /^[0-9]{1,9}(\.[0-9]{1,8})?$/;

/**
 * A price feed with Binance's protocol: `GET ?symbol=ETHUSDT` → `{ symbol, price }`. `POST { symbol, price }` sets a
 * price; `price: null` makes the pair fail until a price is set again. `TONUSDT` is the pair `GRAMUSDT`.
 */
export function createPriceServer(readNowMs: () => number = Date.now): Server {
  const prices = new Map<string, Pair>(
    Object.entries(FIRST_PRICES).map(([symbol, price]) => [symbol, { price, setAtMs: readNowMs() }]),
  );
  return createServer((request, response) => {
    answer({ prices, nowMs: readNowMs() }, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent)
        sendJson(response, 400, { code: -1100, msg: "Illegal characters found in a parameter." });
    });
  });
}

interface Feed {
  prices: Map<string, Pair>;
  nowMs: number;
}

async function answer(feed: Feed, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://prices");
  if (url.pathname !== PRICE_PATH) sendJson(response, 404, { code: -1121, msg: "Not Found" });
  else if (request.method === "POST") await setPrice(feed, request, response);
  else tellPrice(feed, url.searchParams.get("symbol") ?? "", response);
}

function tellPrice({ prices, nowMs }: Feed, symbol: string, response: ServerResponse): void {
  const pair = prices.get(SAME_PAIRS[symbol] ?? symbol);
  const price = pair?.price;
  if (pair === undefined || price === undefined) sendJson(response, 400, { code: -1121, msg: "Invalid symbol." });
  else if (price === null)
    sendJson(response, 503, { code: -1001, msg: "Internal error; unable to process your request." });
  else sendJson(response, 200, { symbol, price: move(price, nowMs - pair.setAtMs) });
}

function move(price: string, ageMs: number): string {
  if (Math.floor(ageMs / MOVES_EVERY_MS) % 2 === 0) return price;
  const base = parseDecimal(price, DECIMALS) + 1n;
  return formatAmount(base, DECIMALS);
}

async function setPrice({ prices, nowMs }: Feed, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isForeign(request)) {
    sendJson(response, 403, { error: "only JSON from the stack's own pages and from programs" });
    return;
  }
  const { symbol, price } = await readJson(request);
  const isPrice = price === null || (typeof price === "string" && PRICE.test(price));
  const pair = typeof symbol === "string" ? (SAME_PAIRS[symbol] ?? symbol) : "";
  if (!prices.has(pair) || !isPrice) {
    sendJson(response, 400, { error: "give a known symbol, and a decimal price or null" });
    return;
  }
  prices.set(pair, { price, setAtMs: nowMs });
  sendJson(response, 200, { symbol, price });
}
