import type { CoinType } from "#domain/coins.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/**
 * Names of the ledger's accounts. The treasury is the outside: minus its sum is what the chain holds for us. So is the cold
 * account: minus its sum is what operators moved to a cold address.
 */
export const ACCOUNTS = {
  user: (tgUserId: bigint, coinType: CoinType) => `user:${tgUserId}:${coinType}`,
  envelope: (envelopeId: string) => `envelope:${envelopeId}`,
  order: (orderId: string) => `order:${orderId}`,
  payout: (payoutId: string) => `payout:${payoutId}`,
  unmatched: (coinType: CoinType) => `unmatched:${coinType}`,
  fees: (coinType: CoinType) => `fees:${coinType}`,
  cold: (coinType: CoinType) => `cold:${coinType}`,
  treasury: (coinType: CoinType) => `treasury:${coinType}`,
};

/** The balance in base units of an account of a coin that is nobody's, as a part of a statement. */
export function selectBalance(
  kind: "treasury" | "cold" | "fees" | "unmatched",
  coinType: CoinType,
): RawBuilder<bigint> {
  return sql`coalesce((
    select balance_base from account_total where tg_user_id = holder_of(${kind}) and coin_type = ${coinType}
  ), 0)`;
}

/**
 * In-app balance of a user in base units. A call that spends it must read it while it holds the lock on the user's row.
 */
export async function readBalance(database: Kysely<Schema>, tgUserId: bigint, coinType: CoinType): Promise<bigint> {
  const total = await database
    .selectFrom("account_total")
    .select("balance_base")
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "=", coinType)
    .executeTakeFirst();
  return total?.balance_base ?? 0n;
}
