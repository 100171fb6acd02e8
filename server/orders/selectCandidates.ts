import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { OPEN_STATUSES } from "./openStatuses.ts";

export interface PayingTransfer {
  coinType: CoinType;
  txHash: string;
  fromKey: string;
  amountBase: bigint;
  blockNumber: bigint;
  blockTime: Date;
}

/** The payer's open orders that a transfer can pay by its block, oldest first: newer than the order, within expiry and grace. */
export function selectCandidates(database: Kysely<Schema>, transfer: PayingTransfer, payerId: bigint, graceMs: number) {
  return database
    .selectFrom("payment_order")
    .select(["order_id", "amount_base", "paid_base", "from_address_key"])
    .where("tg_user_id", "=", payerId)
    .where("coin_type", "=", transfer.coinType)
    .where("status", "in", OPEN_STATUSES)
    .where((where) =>
      where.or([
        where("created_block", "<", transfer.blockNumber),
        where.and([where("created_block", "is", null), where("created_at", "<=", transfer.blockTime)]),
      ]),
    )
    .where("expires_at", ">=", new Date(transfer.blockTime.getTime() - graceMs))
    .orderBy("created_at")
    .orderBy("order_id");
}
