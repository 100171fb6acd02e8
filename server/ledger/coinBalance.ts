import { type RawBuilder, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { ACCOUNTS } from "./accounts.ts";

/** The accounts of a coin that are nobody's. Their balances are kept. */
const COIN_ACCOUNTS = ["treasury", "cold", "fees", "unmatched"] as const;
export type CoinAccount = (typeof COIN_ACCOUNTS)[number];

/** Whether an account is one of these. */
export function isOfCoin(account: string, coinType: CoinType): boolean {
  return COIN_ACCOUNTS.some((kind) => ACCOUNTS[kind](coinType) === account);
}

/** The balance of such an account in base units, as a part of a statement. The same few rows however long the ledger is. */
export function selectBalance(kind: CoinAccount, coinType: CoinType): RawBuilder<bigint> {
  return sql`coalesce((select ${sql.ref(`${kind}_base`)} from coin_balance where coin_type = ${coinType}), 0)`;
}

const BATCH = 1_000;

/** Adds some of the changes of these accounts to their totals, each once, and returns how many. Readers add the others. */
export async function addUpCoins({ database }: Pick<App, "database">): Promise<number> {
  const { rows } = await retryConflict(() =>
    sql`
      with taken as (
        delete from coin_change where change_id in (
          select change_id from coin_change order by change_id limit ${BATCH} for update skip locked)
        returning coin_type, treasury_base, cold_base, fees_base, unmatched_base
      ),
      added as (
        insert into coin_total as t (coin_type, treasury_base, cold_base, fees_base, unmatched_base)
        select coin_type, sum(treasury_base), sum(cold_base), sum(fees_base), sum(unmatched_base)
        from taken group by 1 order by 1
        on conflict (coin_type) do update set
          treasury_base = t.treasury_base + excluded.treasury_base,
          cold_base = t.cold_base + excluded.cold_base,
          fees_base = t.fees_base + excluded.fees_base,
          unmatched_base = t.unmatched_base + excluded.unmatched_base
      )
      select from taken
    `.execute(database.kysely),
  );
  return rows.length;
}
