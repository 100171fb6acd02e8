import { COINS, type CoinType } from "#domain/coins.ts";

/** Names of what an operator can freeze. */
export const FREEZE_SCOPES = {
  all: "all",
  coin: (coinType: CoinType) => `coin:${coinType}`,
  person: (tgUserId: bigint) => `person:${tgUserId}`,
  /** The wallet is named by the key form of its address, so that two spellings of it are one scope. */
  wallet: (walletType: string, addressKey: string) => `wallet:${walletType}:${addressKey}`,
  envelope: (envelopeId: string) => `envelope:${envelopeId}`,
};

interface Spending {
  tgUserId: bigint;
  coinType: CoinType;
  /** Key form of the wallet that the money goes to; left out where it goes to none. */
  toAddressKey?: string;
}

/** The scopes that stop somebody from spending. */
export function listSpendingScopes({ tgUserId, coinType, toAddressKey }: Spending): string[] {
  const scopes = [FREEZE_SCOPES.all, FREEZE_SCOPES.coin(coinType), FREEZE_SCOPES.person(tgUserId)];
  if (toAddressKey !== undefined) scopes.push(FREEZE_SCOPES.wallet(COINS[coinType].walletType, toAddressKey));
  return scopes;
}
