import { type RawBuilder, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { ACCOUNTS } from "./accounts.ts";

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
