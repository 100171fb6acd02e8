import type { Chain } from "#server/chains/chain.ts";
import type { ExpiryRoute, NonceRoute } from "#server/chains/payoutRoute.ts";

type Paying = Pick<Chain, "payouts">;

/** The payouts of a lab's chain whose transactions expire. */
export function requireExpiryRoute({ payouts }: Paying): ExpiryRoute {
  if (payouts?.model !== "expiry") throw new Error("the lab signs transactions that expire");
  return payouts;
}

/** The payouts of a lab's chain whose transactions have a nonce. */
export function requireNonceRoute({ payouts }: Paying): NonceRoute {
  if (payouts?.model !== "nonce") throw new Error("the lab signs transactions that have a nonce");
  return payouts;
}
