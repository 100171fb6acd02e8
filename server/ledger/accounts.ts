import type { CoinType } from "#domain/coins.ts";

/** Names of the ledger's accounts. The treasury is external: minus its sum is what the chain holds. */
export const ACCOUNTS = {
  user: (tgUserId: bigint, coinType: CoinType) => `user:${tgUserId}:${coinType}`,
  envelope: (envelopeId: string) => `envelope:${envelopeId}`,
  order: (orderId: string) => `order:${orderId}`,
  payout: (payoutId: string) => `payout:${payoutId}`,
  unmatched: (coinType: CoinType) => `unmatched:${coinType}`,
  fees: (coinType: CoinType) => `fees:${coinType}`,
  treasury: (coinType: CoinType) => `treasury:${coinType}`,
};
