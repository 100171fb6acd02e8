import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

export interface LedgerEntry {
  /** A name of `ACCOUNTS`. */
  account: string;
  coinType: CoinType;
  /** Base units that the account gains. Never zero. */
  amountBase: bigint;
}

export interface LedgerTransaction {
  /** Identifies the movement (`claim:<id>`, `refund:<envelope>`), so that it is booked once. */
  transactionId: string;
  kind: string;
  at: Date;
  /**
   * The envelope whose money it moves: a sharded database stores the lines with it. Default: the transaction itself.
   */
  home?: string;
  /** Sums to zero per coin; the database refuses anything else. */
  entries: readonly LedgerEntry[];
}

/**
 * Books one balanced movement in one statement, and adds it to the balances of its coins and its people. A repeat with
 * the same lines changes nothing.
 * @throws Error if the transaction id exists with other lines, or the lines do not balance.
 */
export async function postEntries(trx: Kysely<Schema>, transaction: LedgerTransaction): Promise<void> {
  const { transactionId, kind, at, home = transactionId, entries } = transaction;
  const rows = entries.map((entry, line) => ({
    transaction_id: transactionId,
    line: line + 1,
    kind,
    account: entry.account,
    coin_type: entry.coinType,
    amount_base: entry.amountBase,
    created_at: at,
    home,
  }));
  const booked = await trx
    .insertInto("ledger_entry")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("line")
    .execute();
  if (booked.length === rows.length) {
    await addToBalances(trx, entries);
    return;
  }

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

/**
 * Books many movements in one statement.
 * @throws Error if one of them is booked already, or the lines do not balance.
 */
export async function postMany(trx: Kysely<Schema>, transactions: readonly LedgerTransaction[]): Promise<void> {
  const lines = transactions.flatMap(({ transactionId, kind, at, home = transactionId, entries }) =>
    entries.map((entry, line) => ({ transactionId, kind, at, home, line: line + 1, ...entry })),
  );
  await sql`
    insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
    select l.* from unnest(
      ${lines.map(({ transactionId }) => transactionId)}::text[],
      ${lines.map(({ line }) => line)}::smallint[],
      ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ account }) => account)}::text[],
      ${lines.map(({ coinType }) => coinType)}::text[],
      ${lines.map(({ amountBase }) => String(amountBase))}::numeric[],
      ${lines.map(({ at }) => at)}::timestamptz[],
      ${lines.map(({ home }) => home)}::text[]
    ) as l
  `.execute(trx);
  await addToBalances(trx, lines);
}

/**
 * First what is nobody's of a coin, all of it, so that one transaction at a time does for each coin; then people in order
 * of their ids. Whoever waits holds nothing that the other wants.
 */
async function addToBalances(trx: Kysely<Schema>, entries: readonly LedgerEntry[]): Promise<void> {
  const kept = entries.filter(({ account }) => /^(user|treasury|cold|fees|unmatched):/.test(account));
  if (kept.length === 0) return;
  await sql`
    with line as (
      select holder_of(l.account) as holder, l.coin_type, l.amount_base
      from unnest(
        ${kept.map(({ account }) => account)}::text[],
        ${kept.map(({ coinType }) => coinType)}::text[],
        ${kept.map(({ amountBase }) => String(amountBase))}::numeric[]
      ) as l (account, coin_type, amount_base)
    )
    insert into account_total as t (tg_user_id, coin_type, balance_base, entry_count)
    select l.holder, l.coin_type, sum(l.amount_base), count(*) filter (where l.amount_base <> 0)
    from (
      select * from line
      union all
      select nobody, coin_type, 0 from line cross join generate_series(-4, -1) nobody where holder < 0
    ) l
    group by 1, 2
    order by 1, 2
    on conflict (tg_user_id, coin_type) do update set
      balance_base = t.balance_base + excluded.balance_base,
      entry_count = t.entry_count + excluded.entry_count
  `.execute(trx);
}
