import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectBalance } from "#server/ledger/accounts.ts";

/** One transaction at a time gives unmatched money away, so that none is given away twice. */
export async function lockSurplus(trx: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('assign', 0))`.execute(trx);
}

/** The unmatched money that is not of a transfer. */
export async function readSurplus(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const { rows } = await sql<{ surplus: bigint }>`
    select
      ${selectBalance("unmatched", coinType)}
      - coalesce((
        select sum(amount_base) from chain_transfer where coin_type = ${coinType} and outcome = 'unmatched'
      ), 0) as surplus
  `.execute(trx);
  return rows[0]?.surplus ?? 0n;
}
