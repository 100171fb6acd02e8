import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { clearState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectBalance } from "#server/ledger/accounts.ts";

/** What the account of fees can give beyond what payouts under way may take from it. The caller has locked the sender. */
export async function readFreeFees(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const leftBase = await readFeesLeft(trx, coinType);
  return leftBase > 0n ? leftBase : 0n;
}

/** The same, below zero where it cannot bear what they may take. */
export async function readFeesLeft(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const { rows } = await sql<{ free: bigint }>`
    select
      ${selectBalance("fees", coinType)}
      - coalesce((
        select sum(fee_cap_base - fee_base) from payout
        where coin_type = ${coinType} and status in (${sql.join(SIGNED_PAYOUTS)})
      ), 0) as free
  `.execute(trx);
  return rows[0]?.free ?? 0n;
}

const nameMark = (payoutId: string) => `feeShort:${payoutId}`;

/** Marks that this payout's next transaction needs `neededBase`, more than may be spent on it, for the operators' alarm. */
export async function markFeeShort(trx: Kysely<Schema>, payoutId: string, neededBase: bigint): Promise<void> {
  await writeState(trx, nameMark(payoutId), String(neededBase));
}

export async function clearFeeShort(database: Kysely<Schema>, payoutId: string): Promise<void> {
  await clearState(database, nameMark(payoutId));
}

/** What one of the payouts of a transaction pays of its fee. The shares make up the fee: the first one has what is left. */
export function shareFee(feeBase: bigint, count: number, place: number): bigint {
  const eachBase = feeBase / BigInt(count);
  return place === 0 ? feeBase - eachBase * BigInt(count - 1) : eachBase;
}
