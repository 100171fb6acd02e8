import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { ChainTransfer, ScannedPart } from "#server/chains/chain.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import type { Schema } from "#server/db/schema.ts";
import { toReading } from "./transferReading.ts";

/** Stores the transfers of a range of positions, and deletes those in this range that have left the chain. */
export async function storeTransfers(
  trx: Kysely<Schema>,
  coinType: CoinType,
  { first, last, head, transfers }: Pick<ScannedPart, "first" | "last" | "head" | "transfers">,
  at: Date,
): Promise<void> {
  const hashes = transfers.map((transfer) => transfer.txHash);
  const indexes = transfers.map((transfer) => transfer.index);
  await trx
    .deleteFrom("chain_transfer")
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    // A disputed transfer is removed only once two endpoints agree, in recheckTransfer.
    .where("disputed_at", "is", null)
    .where((where) => where.or([where.between("position", first, last), where("position", ">", head)]))
    .where(
      sql<boolean>`(tx_hash, transfer_index) not in (select * from unnest(${hashes}::text[], ${indexes}::integer[]))`,
    )
    .execute();
  for (const transfer of transfers) await storeTransfer(trx, coinType, transfer, at);
  await trx
    .updateTable("chain_cursor")
    .set({ head_position: head, updated_at: at })
    .where("coin_type", "=", coinType)
    .execute();
}

async function storeTransfer(
  trx: Kysely<Schema>,
  coinType: CoinType,
  transfer: ChainTransfer,
  at: Date,
): Promise<void> {
  const reading = toReading(coinType, transfer);
  await trx
    .insertInto("chain_transfer")
    .values({
      ...reading,
      coin_type: coinType,
      tx_hash: transfer.txHash,
      transfer_index: transfer.index,
      seen_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["coin_type", "tx_hash", "transfer_index"])
        .doUpdateSet(reading)
        .where("chain_transfer.settled_at", "is", null),
    )
    .execute();
}

/** The transfers that cannot be stored, each tried by itself and taken back. */
export async function findUnstorable(
  { database, clock }: Pick<App, "database" | "clock">,
  coinType: CoinType,
  transfers: readonly ChainTransfer[],
): Promise<ChainTransfer[]> {
  const unstorable: ChainTransfer[] = [];
  for (const transfer of transfers) {
    const trial = await database.kysely.startTransaction().execute();
    try {
      await storeTransfer(trial, coinType, transfer, clock.now());
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      unstorable.push(transfer);
    } finally {
      await trial.rollback().execute();
    }
  }
  return unstorable;
}
