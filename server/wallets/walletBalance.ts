import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Call, Handler } from "#server/calls/handler.ts";
import { askForBalance } from "#server/chains/askForBalance.ts";
import { requireChain, requireChainFacts } from "#server/chains/requireChain.ts";
import { findOrder } from "#server/orders/findOrder.ts";
import { readOrderCaller } from "#server/orders/orderCaller.ts";

/** On-chain balance of an order's wallet, or of the caller's wallet of a coin. */
export const walletBalance: Handler<"walletBalance"> = async (call, app) => {
  const { coinType } = call.query;
  requireChainFacts(app, coinType);
  const address = await findAddress(call, app);
  const balanceBase = await askForBalance(async () => requireChain(app, coinType).readBalance(address));
  return { coinType, address, balance: formatAmount(balanceBase, COINS[coinType].baseDecimals) };
};

async function findAddress(call: Call<"walletBalance">, app: App): Promise<string> {
  const { coinType, orderId } = call.query;
  const caller = await readOrderCaller(call, app);
  if (orderId !== undefined) {
    const order = await findOrder(app, caller, orderId);
    if (order.coin_type !== coinType) throw new ApiError("invalidRequest");
    if (order.from_address === null) throw new ApiError("walletNotBound");
    return order.from_address;
  }
  if (caller.code !== null) throw new ApiError("invalidRequest");
  const wallet = await app.database.kysely
    .selectFrom("wallet")
    .select("address")
    .where("tg_user_id", "=", caller.tgUserId)
    .where("type", "=", COINS[coinType].walletType)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  if (wallet === undefined) throw new ApiError("walletNotBound");
  return wallet.address;
}
