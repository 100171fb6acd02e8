import { type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { PRICE_CODES, PRICE_DECIMALS } from "#domain/price.ts";
import { fetchNode } from "#server/fetchNode.ts";

const TIMEOUT_MS = 3_000;
const MAX_LENGTH = 1_000;
const PRICE = /^([0-9]{1,9})(?:\.([0-9]{1,18}))?$/;

/**
 * Calls a feed with Binance's protocol: `GET <url>?symbol=ETHUSDT` returns `{ price }`. Rejects if it fails, takes too
 * long or returns anything but a price above zero.
 */
export async function askPriceFeed(url: string, coinType: CoinType): Promise<string> {
  const asked = new URL(url);
  asked.searchParams.set("symbol", PRICE_CODES[coinType]);
  const { status, isOk, text } = await fetchNode(asked, { method: "GET", timeoutMs: TIMEOUT_MS });
  if (!isOk || text.length > MAX_LENGTH) throw new Error(`the feed answered ${status}`);
  return readPrice(JSON.parse(text));
}

/** The price with at most PRICE_DECIMALS decimals. */
function readPrice(answer: unknown): string {
  const price = typeof answer === "object" && answer !== null && "price" in answer ? answer.price : null;
  const match = PRICE.exec(String(price));
  if (match === null) throw new Error("the feed answered no price");
  const fraction = (match[2] ?? "").slice(0, PRICE_DECIMALS).padEnd(PRICE_DECIMALS, "0");
  const base = BigInt(`${match[1]}${fraction}`);
  if (base === 0n) throw new Error("the feed answered a price of zero");
  return formatAmount(base, PRICE_DECIMALS);
}
