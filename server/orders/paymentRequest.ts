import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { refuseContract } from "#server/chains/refuseContract.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { ApiError } from "#server/http/apiError.ts";
import type { Handler } from "#server/http/handler.ts";
import { findOrder } from "./findOrder.ts";
import { findPayer } from "./findPayer.ts";
import { readOrderCaller } from "./orderCaller.ts";
import { readOrderNetwork } from "./orderNetwork.ts";

/** All that a wallet needs to sign the payment of an order that can be paid now. */
export const paymentRequest: Handler<"paymentRequest"> = async (call, app) => {
  const caller = await readOrderCaller(call, app);
  const order = await findOrder(app, caller, call.query.orderId);
  const { from_address: from, from_address_key: fromKey, coin_type: coinType } = order;
  const isPayable = isPayableStatus(order.status);
  if (!isPayable || from === null || fromKey === null || order.expires_at <= app.clock.now()) {
    throw new ApiError("orderNotPayable");
  }
  const chain = requireChain(app, coinType);
  const network = readOrderNetwork(order.network, app);
  // Made for another chain than this server speaks to now: nothing that is signed today could pay it.
  if (network.chainId !== chain.network.chainId) throw new ApiError("orderNotPayable");

  const { baseDecimals, walletType } = COINS[coinType];
  const dueBase = order.amount_base - order.paid_base;
  const [fees, balanceBase, payerId] = await Promise.all([
    chain.readFees(),
    chain.readBalance(from).catch(() => {
      throw new ApiError("chainUnavailable");
    }),
    findPayer(app.database.kysely, walletType, fromKey),
    refuseContract(chain, from),
  ]);
  return {
    orderId: order.order_id,
    coinType,
    network,
    to: order.treasury_address,
    from,
    fromProven: payerId === order.tg_user_id,
    amount: formatAmount(dueBase, baseDecimals),
    amountBase: dueBase.toString(),
    fees: {
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
      gasLimit: fees.gasLimit.toString(),
      maxFee: formatAmount(fees.maxFeePerGas * fees.gasLimit, baseDecimals),
    },
    transaction: {
      from,
      to: order.treasury_address,
      value: toQuantity(dueBase),
      gas: toQuantity(fees.gasLimit),
      maxFeePerGas: toQuantity(fees.maxFeePerGas),
      maxPriorityFeePerGas: toQuantity(fees.maxPriorityFeePerGas),
      chainId: toQuantity(BigInt(chain.network.chainId)),
    },
    balance: formatAmount(balanceBase, baseDecimals),
    requiredConfirmations: chain.confirmations,
    expiresAt: order.expires_at.toISOString(),
    reference: order.reference,
    explorerTx: chain.explorerTx,
  };
};

function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`;
}
