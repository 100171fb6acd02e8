import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

export interface LedgerEntry {
  /** A name of `ACCOUNTS`. */
  account: string;
  coinType: CoinType;
  /** Base units; what the account gains. Never zero. */
  amountBase: bigint;
}

export interface LedgerTransaction {
  /** Names the movement itself (`claim:<id>`, `refund:<envelope>`), so that it can be booked only once. */
  transactionId: string;
  kind: string;
  at: Date;
  /** Sums to zero per coin; the database refuses anything else. */
  entries: readonly LedgerEntry[];
}

/**
 * Books one balanced movement in one statement. A repeat with the same lines changes nothing.
 * @throws Error when the same transaction id was booked with other lines, or the lines do not balance.
 */
export async function postEntries(trx: Kysely<Schema>, transaction: LedgerTransaction): Promise<void> {
  const { transactionId, kind, at, entries } = transaction;
  const rows = entries.map((entry, line) => ({
    transaction_id: transactionId,
    line: line + 1,
    kind,
    account: entry.account,
    coin_type: entry.coinType,
    amount_base: entry.amountBase,
    created_at: at,
  }));
  const booked = await trx
    .insertInto("ledger_entry")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("line")
    .execute();
  if (booked.length === rows.length) return;

  const existing = await trx
    .selectFrom("ledger_entry")
    .select(["kind", "account", "coin_type", "amount_base"])
    .where("transaction_id", "=", transactionId)
    .orderBy("line")
    .execute();
  const isSame =
    existing.length === rows.length &&
    existing.every((line, index) => {
      const row = rows[index];
      return (
        line.kind === row?.kind &&
        line.account === row.account &&
        line.coin_type === row.coin_type &&
        line.amount_base === row.amount_base
      );
    });
  if (!isSame) throw new Error(`ledger transaction ${transactionId} is booked with other lines`);
}
