import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";

/** What the account of fees can give beyond what payouts under way may take from it. The caller has locked the sender. */
export async function readFreeFees(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const leftBase = await readFeesLeft(trx, coinType);
  return leftBase > 0n ? leftBase : 0n;
}

/** The same, below zero where it cannot bear what they may take. */
export async function readFeesLeft(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const { rows } = await sql<{ free: bigint }>`
    select
      coalesce((select sum(amount_base) from ledger_entry where account = ${ACCOUNTS.fees(coinType)}), 0)
      - coalesce((
        select sum(fee_cap_base - fee_base) from payout
        where coin_type = ${coinType} and status in ('sending', 'confirming')
      ), 0) as free
  `.execute(trx);
  return rows[0]?.free ?? 0n;
}
