import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { creditTransfer } from "./creditTransfer.ts";
import { isFromCold } from "./isFromCold.ts";
import { isContested } from "./isContested.ts";

/**
 * Credits earlier transfers of an address to the user who has just proven it, inside the transaction of the proof. A
 * transfer stays unmatched if another user had the address bound, or an order from it, when it arrived: two people can
 * then claim it, and a signature can be obtained by a trick. The caller must hold the address's lock.
 */
export async function creditUnmatched(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  fromKey: string,
  payerId: bigint,
): Promise<void> {
  if (await isFromCold(trx, coinType, fromKey)) return;
  const networkId = requireChain(app, coinType).network.id;
  const rows = await trx
    .selectFrom("chain_transfer")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("from_address_key", "=", fromKey)
    .where("outcome", "=", "unmatched")
    .where((where) => where.not(isContested(coinType, "chain_transfer", sql`${payerId}`)))
    .orderBy("position")
    .orderBy("tx_hash")
    .orderBy("transfer_index")
    .forUpdate()
    .execute();
  for (const row of rows) {
    const transfer = {
      coinType,
      networkId,
      txHash: row.tx_hash,
      index: row.transfer_index,
      fromKey,
      amountBase: row.amount_base,
      reference: row.reference,
      position: row.position,
      blockTime: row.block_time,
    };
    await creditTransfer(trx, app, transfer, payerId, {
      account: ACCOUNTS.unmatched(coinType),
      transactionId: `proof:${coinType}:${row.tx_hash}:${row.transfer_index}`,
    });
  }
}
