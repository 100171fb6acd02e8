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

/** The accounts of a coin that are nobody's. Their balances are kept. */
export const COIN_ACCOUNTS = ["treasury", "cold", "fees", "unmatched"] as const;
type CoinAccount = (typeof COIN_ACCOUNTS)[number];

/** Whether an account is one of these. */
export function isOfCoin(account: string, coinType: CoinType): boolean {
  return COIN_ACCOUNTS.some((kind) => ACCOUNTS[kind](coinType) === account);
}

/** The balance of such an account in base units, as a part of a statement. */
export function selectBalance(kind: CoinAccount, coinType: CoinType): RawBuilder<bigint> {
  return sql`coalesce((select ${sql.ref(`${kind}_base`)} from coin_balance where coin_type = ${coinType}), 0)`;
}

/**
 * In-app balance of a user in base units. A call that spends it must read it while it holds the lock on the user's row.
 */
export async function readBalance(database: Kysely<Schema>, tgUserId: bigint, coinType: CoinType): Promise<bigint> {
  const total = await database
    .selectFrom("person_total")
    .select("balance_base")
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "=", coinType)
    .executeTakeFirst();
  return total?.balance_base ?? 0n;
}
