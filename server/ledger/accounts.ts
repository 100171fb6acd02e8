import type { CoinType } from "#domain/coins.ts";

/**
 * Names of the ledger's accounts. The treasury is the outside: minus its sum is what the chain holds for us. So is the cold
 * account: minus its sum is what operators moved to a cold address.
 */
export const ACCOUNTS = {
  user: (tgUserId: bigint, coinType: CoinType) => `user:${tgUserId}:${coinType}`,
  envelope: (envelopeId: string) => `envelope:${envelopeId}`,
  order: (orderId: string) => `order:${orderId}`,
  payout: (payoutId: string) => `payout:${payoutId}`,
  unmatched: (coinType: CoinType) => `unmatched:${coinType}`,
  fees: (coinType: CoinType) => `fees:${coinType}`,
  cold: (coinType: CoinType) => `cold:${coinType}`,
  treasury: (coinType: CoinType) => `treasury:${coinType}`,
};
