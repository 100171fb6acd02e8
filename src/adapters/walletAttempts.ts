import type { WalletAttempts } from "#machines/payment/payment.types.ts";
import { openAskedDrafts } from "./askedDrafts.ts";

/** No two people have an order of the same id, so one list keeps the attempts of all. */
const OWNER = "orders";
const KEY = "attempts";

/** Attempts stay after their orders end, so only those of the newest orders are kept. */
const MAX_ORDERS = 20;

/** An order and, once the wallet has answered, the hash. */
const ATTEMPT = /([\w-]{1,64})=([\w-]{0,128})(?= |$)/gu;

/** By order: what was kept before the wallet was asked that has not answered yet. */
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
