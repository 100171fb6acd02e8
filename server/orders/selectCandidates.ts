import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { formatNetwork } from "#server/chains/formatNetwork.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import type { Schema } from "#server/db/schema.ts";

export interface PayingTransfer {
  coinType: CoinType;
  txHash: string;
  fromKey: string;
  amountBase: bigint;
  blockNumber: bigint;
  blockTime: Date;
}

/**
 * The payer's open orders of this network that a transfer can pay by its block, oldest first: newer than the order,
 * within expiry and grace.
 */
export function selectCandidates(
  database: Kysely<Schema>,
  app: Pick<App, "config" | "ethereum">,
  transfer: PayingTransfer,
  payerId: bigint,
) {
  const { chainId } = requireChain(app, transfer.coinType).network;
  return database
    .selectFrom("payment_order")
    .select(["order_id", "amount_base", "paid_base", "from_address_key"])
    .where("tg_user_id", "=", payerId)
    .where("coin_type", "=", transfer.coinType)
    .where("network", "=", formatNetwork(chainId))
    .where("status", "in", OPEN_STATUSES)
    .where((where) =>
      where.or([
        where("created_block", "<", transfer.blockNumber),
        where.and([where("created_block", "is", null), where("created_at", "<=", transfer.blockTime)]),
      ]),
    )
    .where("expires_at", ">=", new Date(transfer.blockTime.getTime() - app.config.orderGraceMs))
    .orderBy("created_at")
    .orderBy("order_id");
}
