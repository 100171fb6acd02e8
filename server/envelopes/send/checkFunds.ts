import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { askForBalance } from "#server/chains/askForBalance.ts";
import { refuseContract } from "#server/chains/refuseContract.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { readBalance } from "#server/ledger/readBalance.ts";

interface Funds {
  tgUserId: bigint;
  coinType: CoinType;
  /** Base units to pay. */
  amountBase: bigint;
}

/**
 * Checks that an amount can be paid: by the in-app balance, or by the bound wallet if that is an ordinary one that holds
 * enough. Answers the wallet's address, or null for somebody without a wallet. Throws walletNotBound,
 * insufficientBalance, walletUnsupported, or balanceUnavailable when the chain was asked in vain.
 */
export async function checkFunds(app: App, { tgUserId, coinType, amountBase }: Funds): Promise<string | null> {
  const { kysely } = app.database;
  const wallet = await kysely
    .selectFrom("wallet")
    .select("address")
    .where("tg_user_id", "=", tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  if ((await readBalance(kysely, tgUserId, coinType)) >= amountBase) return wallet?.address ?? null;
  if (wallet === undefined) throw new ApiError("walletNotBound");
  const { address } = wallet;
  const balanceBase = await askForBalance(async () => {
    const chain = requireChain(app, coinType);
    const [base] = await Promise.all([chain.readBalance(address), refuseContract(chain, address)]);
    return base;
  });
  if (balanceBase < amountBase) throw new ApiError("insufficientBalance");
  return address;
}
