import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isForeign } from "../http/isForeign.ts";
import { readJson } from "../http/readJson.ts";
import { sendJson } from "../http/sendJson.ts";

/** Binance's path for the price of a pair. */
export const PRICE_PATH = "/api/v3/ticker/price";

/** Initial prices. */
const FIRST_PRICES: Readonly<Record<string, string>> = {
  ETHUSDT: "3000.00000000",
  SOLUSDT: "150.00000000",
  TRXUSDT: "0.30000000",
  GRAMUSDT: "3.00000000",
};

const PRICE = /^[0-9]{1,9}(\.[0-9]{1,8})?$/;

/**
 * A price feed with Binance's protocol: `GET ?symbol=ETHUSDT` → `{ symbol, price }`. `POST { symbol, price }` sets a
 * price; `price: null` makes the pair fail until a price is set again.
 */
export function createPriceServer(): Server {
  const prices = new Map<string, string | null>(Object.entries(FIRST_PRICES));
  return createServer((request, response) => {
    answer(prices, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent)
        sendJson(response, 400, { code: -1100, msg: "Illegal characters found in a parameter." });
    });
  });
}

async function answer(
  prices: Map<string, string | null>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://prices");
  if (url.pathname !== PRICE_PATH) sendJson(response, 404, { code: -1121, msg: "Not Found" });
  else if (request.method === "POST") await setPrice(prices, request, response);
  else tellPrice(prices, url.searchParams.get("symbol") ?? "", response);
}

function tellPrice(prices: ReadonlyMap<string, string | null>, symbol: string, response: ServerResponse): void {
  const price = prices.get(symbol);
  if (price === undefined) sendJson(response, 400, { code: -1121, msg: "Invalid symbol." });
  else if (price === null)
    sendJson(response, 503, { code: -1001, msg: "Internal error; unable to process your request." });
  else sendJson(response, 200, { symbol, price });
}

async function setPrice(
  prices: Map<string, string | null>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (isForeign(request)) {
    sendJson(response, 403, { error: "only JSON from the stack's own pages and from programs" });
    return;
  }
  const { symbol, price } = await readJson(request);
  const isPrice = price === null || (typeof price === "string" && PRICE.test(price));
  if (typeof symbol !== "string" || !prices.has(symbol) || !isPrice) {
    sendJson(response, 400, { error: "give a known symbol, and a decimal price or null" });
    return;
  }
  prices.set(symbol, price);
  sendJson(response, 200, { symbol, price });
}
