import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { askForBalance } from "#server/chains/askForBalance.ts";
import { refuseContract } from "#server/chains/refuseContract.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { ApiError } from "#server/calls/apiError.ts";

interface Funds {
  tgUserId: bigint;
  coinType: CoinType;
  /** Base units to pay. */
  amountBase: bigint;
}

/**
 * Checks that the bound wallet is an ordinary one with enough money, and returns its address. Throws walletNotBound,
 * insufficientBalance, walletUnsupported, or balanceUnavailable if the chain does not answer.
 * The in-app balance does not count yet: no call pays an order from it. Once payFromBalance is built, a sufficient
 * balance passes before any other check, with the wallet's address or null.
 */
export async function checkFunds(app: App, { tgUserId, coinType, amountBase }: Funds): Promise<string> {
  const wallet = await app.database.kysely
    .selectFrom("wallet")
    .select("address")
    .where("tg_user_id", "=", tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
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
