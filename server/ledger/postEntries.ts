import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { COIN_ACCOUNTS, isOfCoin } from "./accounts.ts";

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
    await addToCoins(trx, entries);
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
  await addToCoins(trx, lines);
  await addToBalances(trx, lines);
}

/** One row for a coin, before those of people: whoever waits for it holds nothing that its holder wants. */
async function addToCoins(trx: Kysely<Schema>, entries: readonly LedgerEntry[]): Promise<void> {
  const ofCoins = entries.filter(({ account, coinType }) => isOfCoin(account, coinType));
  if (ofCoins.length === 0) return;
  const sums = COIN_ACCOUNTS.map(
    (kind) => sql`coalesce(sum(l.amount_base) filter (where l.account = ${`${kind}:`} || l.coin_type), 0)`,
  );
  const columns = COIN_ACCOUNTS.map((kind) => sql.ref(`${kind}_base`));
  await sql`
    insert into coin_balance as b (coin_type, ${sql.join(columns)})
    select l.coin_type, ${sql.join(sums)}
    from ${toLines(ofCoins)}
    group by 1 order by 1
    on conflict (coin_type) do update set
      ${sql.join(columns.map((column) => sql`${column} = b.${column} + excluded.${column}`))}
  `.execute(trx);
}

/** People in order of their ids, so that two transactions cannot deadlock. */
async function addToBalances(trx: Kysely<Schema>, entries: readonly LedgerEntry[]): Promise<void> {
  const ofPeople = entries.filter(({ account }) => account.startsWith("user:"));
  if (ofPeople.length === 0) return;
  await sql`
    insert into person_total as t (tg_user_id, coin_type, balance_base, entry_count)
    select split_part(l.account, ':', 2)::bigint, l.coin_type, sum(l.amount_base), count(*)
    from ${toLines(ofPeople)}
    group by 1, 2
    order by 1, 2
    on conflict (tg_user_id, coin_type) do update set
      balance_base = t.balance_base + excluded.balance_base,
      entry_count = t.entry_count + excluded.entry_count
  `.execute(trx);
}

function toLines(entries: readonly LedgerEntry[]): RawBuilder<unknown> {
  return sql`unnest(
    ${entries.map(({ account }) => account)}::text[],
    ${entries.map(({ coinType }) => coinType)}::text[],
    ${entries.map(({ amountBase }) => String(amountBase))}::numeric[]
  ) as l (account, coin_type, amount_base)`;
}
