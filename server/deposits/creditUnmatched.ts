import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { creditTransfer } from "./creditTransfer.ts";
import { isContested, isFromCold } from "./payer.ts";

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
  const rows = await trx
    .selectFrom("chain_transfer")
    .select(["tx_hash", "transfer_index"])
    .where("coin_type", "=", coinType)
    .where("from_address_key", "=", fromKey)
    .where("outcome", "=", "unmatched")
    .where((where) => where.not(isContested(coinType, "chain_transfer", sql`${payerId}`)))
    .orderBy("position")
    .orderBy("tx_hash")
    .orderBy("transfer_index")
    .forUpdate()
    .execute();
  for (const { tx_hash: txHash, transfer_index: index } of rows) {
    await creditTransfer(trx, app, { coinType, txHash, index }, payerId, {
      account: ACCOUNTS.unmatched(coinType),
      transactionId: `proof:${coinType}:${txHash}:${index}`,
    });
  }
}
