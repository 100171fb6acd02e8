import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { PaymentTerms } from "#server/chains/chain.ts";
import { refuseContract, requireChain } from "#server/chains/chains.ts";
import { findOrder } from "#server/orders/findOrder.ts";
import { readOrderCaller } from "#server/orders/orderCaller.ts";
import { findPayer, hasProvenAnother } from "./payer.ts";

/** All that a wallet needs to sign the payment of an order that is payable now. */
export const paymentRequest: Handler<"paymentRequest"> = async (call, app) => {
  const caller = await readOrderCaller(call, app);
  const order = await findOrder(app, caller, call.query.orderId);
  const { from_address: from, from_address_key: fromKey, coin_type: coinType, treasury_address: to, reference } = order;
  const isPayable = isPayableStatus(order.status);
  if (!isPayable || from === null || fromKey === null || order.expires_at <= app.clock.now()) {
    throw new ApiError("orderNotPayable");
  }
  const chain = requireChain(app, coinType);
  // Created for another network than the current one: no payment signed today could pay it.
  if (order.network !== chain.network.id) throw new ApiError("orderNotPayable");

  const { baseDecimals, walletType } = COINS[coinType];
  const amountBase = order.amount_base - order.paid_base;
  const [terms, balanceBase, payerId, hasFormer] = await Promise.all([
    chain.buildPayment({ from, to, amountBase, reference }),
    chain.readBalance(from),
    findPayer(app.database.kysely, walletType, fromKey),
    hasProvenAnother(app.database.kysely, { tgUserId: order.tg_user_id, type: walletType, addressKey: fromKey }),
    refuseContract(chain, from),
  ]);
  return {
    orderId: order.order_id,
    coinType,
    network: { ...chain.network },
    from,
    fromProven: payerId === order.tg_user_id,
    proofBlocksSpending: payerId !== order.tg_user_id && hasFormer,
    to,
    amount: formatAmount(amountBase, baseDecimals),
    maxFee: formatAmount(terms.maxFeeBase, baseDecimals),
    balance: formatAmount(balanceBase, baseDecimals),
    reference,
    expiresAt: order.expires_at.toISOString(),
    ...(terms.gas !== undefined && chain.fuelCoin !== null && { gas: toWireGas(chain.fuelCoin, terms.gas) }),
    signing: terms.signing,
  };
};

function toWireGas(
  coinType: CoinType,
  { attachedBase, heldBase }: NonNullable<PaymentTerms["gas"]>,
): components["schemas"]["PaymentGas"] {
  const { baseDecimals } = COINS[coinType];
  return {
    coinType,
    attached: formatAmount(attachedBase, baseDecimals),
    balance: formatAmount(heldBase, baseDecimals),
  };
}
