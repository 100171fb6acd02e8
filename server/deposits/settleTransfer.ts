import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { lockAddress } from "./lockAddress.ts";
import { creditTransfer } from "./creditTransfer.ts";
import { findNamedOrder } from "./findNamedOrder.ts";
import { isFromCold } from "./isFromCold.ts";
import { isTakenOver } from "./isContested.ts";

export interface TransferId {
  coinType: CoinType;
  txHash: string;
  index: number;
}

/** The result on which the readings at settlement agree. */
export interface ConfirmedTransfer {
  fromKey: string;
  amountBase: bigint;
}

/**
 * Books one final transfer, once, in its own transaction: to the owner of the order that it names, else to the owner of
 * its sender, else as unmatched if nobody has proven that address, another person took it over since, or operators keep money there. Skips a
 * transfer that is already settled, or stored with another sender or amount than the confirmed one.
 */
export async function settleTransfer(app: App, id: TransferId, confirmed: ConfirmedTransfer): Promise<void> {
  await app.prices.read(id.coinType);
  await retryConflict(() => app.database.kysely.transaction().execute((trx) => settleInside(trx, app, id, confirmed)));
}

/** Like `settleTransfer`, inside the caller's transaction. */
export async function settleInside(
  trx: Kysely<Schema>,
  app: App,
  { coinType, txHash, index }: TransferId,
  { fromKey, amountBase }: ConfirmedTransfer,
): Promise<void> {
  const { walletType } = COINS[coinType];
  const networkId = requireChain(app, coinType).network.id;
  const transactionId = `transfer:${coinType}:${txHash}:${index}`;
  await lockAddress(trx, walletType, fromKey);
  const row = await trx
    .selectFrom("chain_transfer")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index)
    .where("from_address_key", "=", fromKey)
    .where("amount_base", "=", amountBase)
    .where("settled_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  const named = await findNamedOrder(trx, { coinType, networkId, reference: row.reference });
  const isCold = await isFromCold(trx, coinType, fromKey);
  const payerId = isCold ? null : (named?.tgUserId ?? (await findOwner(trx, { coinType, txHash, index })));
  if (payerId !== null) {
    const transfer = {
      coinType,
      networkId,
      txHash,
      index,
      fromKey,
      amountBase: row.amount_base,
      reference: row.reference,
      position: row.position,
      blockTime: row.block_time,
    };
    await creditTransfer(trx, app, transfer, payerId, { account: ACCOUNTS.treasury(coinType), transactionId });
    return;
  }
  const at = app.clock.now();
  await postEntries(trx, {
    transactionId,
    kind: "deposit",
    at,
    entries: [
      { account: ACCOUNTS.treasury(coinType), coinType, amountBase: -row.amount_base },
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase: row.amount_base },
    ],
  });
  await trx
    .updateTable("chain_transfer")
    .set({ settled_at: at, outcome: "unmatched", order_id: null })
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index)
    .execute();
}

/** The owner of the proven wallet that sent the transfer, or null. */
async function findOwner(trx: Kysely<Schema>, { coinType, txHash, index }: TransferId): Promise<bigint | null> {
  const row = await trx
    .selectFrom("chain_transfer as t")
    .innerJoin("wallet as w", "w.address_key", "t.from_address_key")
    .select("w.tg_user_id")
    .where("t.coin_type", "=", coinType)
    .where("t.tx_hash", "=", txHash)
    .where("t.transfer_index", "=", index)
    .where("w.type", "=", COINS[coinType].walletType)
    .where("w.proven_at", "is not", null)
    .where("w.unbound_at", "is", null)
    .where(sql<boolean>`not ${isTakenOver(coinType, "t", "w")}`)
    .executeTakeFirst();
  return row?.tg_user_id ?? null;
}
