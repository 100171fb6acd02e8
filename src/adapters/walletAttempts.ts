import type { WalletAttempts } from "#machines/payment/payment.types.ts";
import { openAskedDrafts } from "./askedDrafts.ts";

/** An order's id names no other person's: everybody's attempts are kept together. */
const OWNER = "orders";
const KEY = "attempts";

/** Orders end, and nobody says so here: the oldest attempts make room. */
const MAX_ORDERS = 20;

/** An order and, once the wallet has answered, the hash. */
const ATTEMPT = /([\w-]{1,64})=([\w-]{0,128})(?= |$)/gu;

/** What was kept of an order before the wallet was asked that has not answered. */
const earlier = new Map<string, string | null | undefined>();

/** What wallets were asked to pay on this device; none where it cannot be read. */
export function readWalletAttempts(): WalletAttempts {
  const kept = openAskedDrafts(OWNER).read(KEY) ?? "";
  return Object.fromEntries(Array.from(kept.matchAll(ATTEMPT), ([, orderId, hash]) => [orderId, hash || null]));
}

/**
 * Keeps what the order's attempt has come to, or forgets it: a refusal ends no earlier one, which may be another tab's.
 * Other orders stay.
 */
export function keepWalletAttempt(orderId: string, { [orderId]: asked }: WalletAttempts): void {
  const { [orderId]: before, ...others } = readWalletAttempts();
  if (asked !== undefined) earlier.set(orderId, asked === null ? before : undefined);
  const attempt = asked === undefined ? earlier.get(orderId) : asked;
  const kept = Object.entries(attempt === undefined ? others : { ...others, [orderId]: attempt });
  // Null joins as nothing.
  const texts = kept.slice(-MAX_ORDERS).map((entry) => entry.join("="));
  openAskedDrafts(OWNER).write(KEY, texts.join(" "));
}
