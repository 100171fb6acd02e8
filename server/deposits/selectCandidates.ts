import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";

export interface PayingTransfer {
  coinType: CoinType;
  /** The network's CAIP-2 id. */
  networkId: string;
  txHash: string;
  fromKey: string;
  amountBase: bigint;
  reference: string | null;
  position: bigint;
  blockTime: Date;
}

/**
 * The payer's open orders of this network that a transfer's position can pay, oldest first: the transfer is newer than
 * the order and within expiry and grace.
 */
export function selectCandidates(
  database: Kysely<Schema>,
  app: Pick<App, "config">,
  transfer: PayingTransfer,
  payerId: bigint,
) {
  return database
    .selectFrom("payment_order")
    .select(["order_id", "amount_base", "paid_base", "from_address_key"])
    .where("tg_user_id", "=", payerId)
    .where("coin_type", "=", transfer.coinType)
    .where("network", "=", transfer.networkId)
    .where("status", "in", OPEN_STATUSES)
    .where((where) =>
      where.or([
        where("created_position", "<", transfer.position),
        where.and([where("created_position", "is", null), where("created_at", "<=", transfer.blockTime)]),
      ]),
    )
    .where("expires_at", ">=", new Date(transfer.blockTime.getTime() - app.config.orderGraceMs))
    .orderBy("created_at")
    .orderBy("order_id");
}
