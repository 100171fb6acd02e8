import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { EthereumChain } from "#server/chains/ethereum/ethereumChain.ts";
import { ApiError } from "#server/http/apiError.ts";
import { readBalance } from "#server/ledger/readBalance.ts";

interface Funds {
  tgUserId: bigint;
  coinType: CoinType;
  /** Base units to be paid. */
  amountBase: bigint;
}

/**
 * Checks that the in-app balance or the bound wallet holds enough, and answers the wallet's address, or null without
 * one. Throws walletNotBound, insufficientBalance, or balanceUnavailable when the chain had to be asked in vain.
 */
export async function checkFunds(
  app: App,
  chain: EthereumChain,
  { tgUserId, coinType, amountBase }: Funds,
): Promise<string | null> {
  const { kysely } = app.database;
  const wallet = await kysely
    .selectFrom("wallet")
    .select("address")
    .where("tg_user_id", "=", tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  const address = wallet?.address ?? null;
  if ((await readBalance(kysely, tgUserId, coinType)) >= amountBase) return address;
  if (address === null) throw new ApiError("walletNotBound");
  if ((await chain.readBalance(address)) < amountBase) throw new ApiError("insufficientBalance");
  return address;
}
