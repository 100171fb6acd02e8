import type { Kysely } from "kysely";
import { COINS } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { type LedgerTransaction, postEntries } from "#server/ledger/postEntries.ts";
import { creditTransfer, type TransferId } from "./creditTransfer.ts";
import { readMatchings } from "./matching.ts";
import { isFromCold, lockAddress } from "./payer.ts";

/** The result on which the readings at settlement agree. */
export interface ConfirmedTransfer {
  fromKey: string;
  amountBase: bigint;
}

/**
 * Books one final transfer, once, in its own transaction: to the owner of the order or the account that it names, else to the owner of
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
  id: TransferId,
  confirmed: ConfirmedTransfer,
): Promise<void> {
  const { coinType } = id;
  const row = await lockUnsettled(trx, id, confirmed);
  if (row === undefined) return;
  const payerId = (await isFromCold(trx, coinType, confirmed.fromKey)) ? null : await findOwner(trx, app, id);
  if (payerId !== null) {
    await creditTransfer(trx, app, id, payerId, {
      account: ACCOUNTS.treasury(coinType),
      transactionId: nameDeposit(id),
    });
    return;
  }
  await bookUnmatched(trx, app, id, row.amount_base);
}

/**
 * Books a final transfer as unmatched, whoever paid it: crediting it fails again and again, and it must hold up no other.
 * It waits for an operator. Skips one that is settled.
 */
export async function settleUnmatched(app: App, id: TransferId, confirmed: ConfirmedTransfer): Promise<void> {
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const row = await lockUnsettled(trx, id, confirmed);
      if (row !== undefined) await bookUnmatched(trx, app, id, row.amount_base);
    }),
  );
}

async function lockUnsettled(
  trx: Kysely<Schema>,
  { coinType, txHash, index }: TransferId,
  { fromKey, amountBase }: ConfirmedTransfer,
) {
  await lockAddress(trx, COINS[coinType].walletType, fromKey);
  return trx
    .selectFrom("chain_transfer")
    .select("amount_base")
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index)
    .where("from_address_key", "=", fromKey)
    .where("amount_base", "=", amountBase)
    .where("settled_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

async function bookUnmatched(trx: Kysely<Schema>, app: App, id: TransferId, amountBase: bigint): Promise<void> {
  const { coinType, txHash, index } = id;
  const at = app.clock.now();
  await postEntries(trx, describeUnmatched(id, amountBase, at));
  await trx
    .updateTable("chain_transfer")
    .set({ settled_at: at, outcome: "unmatched", order_id: null })
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index)
    .execute();
}

export function describeUnmatched(id: TransferId, amountBase: bigint, at: Date): LedgerTransaction {
  const { coinType } = id;
  return {
    transactionId: nameDeposit(id),
    kind: "deposit",
    at,
    entries: [
      { account: ACCOUNTS.treasury(coinType), coinType, amountBase: -amountBase },
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase },
    ],
  };
}

export function nameDeposit({ coinType, txHash, index }: TransferId): string {
  return `transfer:${coinType}:${txHash}:${index}`;
}

/** The owner of the order or the account that the transfer names, else of the proven wallet that sent it, or null. */
export async function findOwner(
  trx: Kysely<Schema>,
  app: App,
  { coinType, txHash, index }: TransferId,
): Promise<bigint | null> {
  const [matching] = await readMatchings(trx, app, coinType, { txHash, index });
  return matching?.payerId ?? null;
}
