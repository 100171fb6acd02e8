import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { creditTransfer } from "./creditTransfer.ts";

/** A block's time and the server's clock differ by seconds. */
const CLOCK_SLACK_MS = 60_000;

/**
 * Credits what an address sent before it was proven to the user who has proven it now, inside the transaction of the
 * proof. A transfer that arrived while another user had the address bound or an order from it stays unmatched: two
 * people have reason to call it theirs, and a signature can be obtained by a trick. The caller holds the address's lock.
 */
export async function creditUnmatched(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  fromKey: string,
  payerId: bigint,
): Promise<void> {
  const rows = await trx
    .selectFrom("chain_transfer")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("from_address_key", "=", fromKey)
    .where("outcome", "=", "unmatched")
    .where((where) => where.not(isContested(coinType, payerId)))
    .orderBy("block_number")
    .orderBy("tx_hash")
    .orderBy("transfer_index")
    .forUpdate()
    .execute();
  for (const row of rows) {
    const transfer = {
      coinType,
      txHash: row.tx_hash,
      index: row.transfer_index,
      fromKey,
      amountBase: row.amount_base,
      blockNumber: row.block_number,
      blockTime: row.block_time,
    };
    await creditTransfer(trx, app, transfer, payerId, {
      account: ACCOUNTS.unmatched(coinType),
      transactionId: `proof:${coinType}:${row.tx_hash}:${row.transfer_index}`,
    });
  }
}

/** Whether somebody else had the sender's address bound, typed or proven, or an order from it when the transfer arrived. */
function isContested(coinType: CoinType, payerId: bigint) {
  const slack = sql`make_interval(secs => ${CLOCK_SLACK_MS / 1_000})`;
  return sql<boolean>`(
    exists (
      select from wallet w
      where w.type = ${COINS[coinType].walletType} and w.address_key = chain_transfer.from_address_key
        and w.tg_user_id <> ${payerId}
        and w.created_at <= chain_transfer.block_time + ${slack}
        and (w.unbound_at is null or w.unbound_at >= chain_transfer.block_time - ${slack})
    ) or exists (
      select from payment_order o
      where o.coin_type = ${coinType} and o.from_address_key = chain_transfer.from_address_key
        and o.tg_user_id <> ${payerId}
        and o.created_at <= chain_transfer.block_time + ${slack}
        and (o.settled_at is null or o.settled_at >= chain_transfer.block_time - ${slack})
    )
  )`;
}
