import type { Kysely } from "kysely";
import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";

/** The coins that a person has or had something of: booked to the balance, or sent in an opened envelope. */
export async function listUsedCoins(database: Kysely<Schema>, tgUserId: bigint): Promise<CoinType[]> {
  const accounts = COIN_TYPES.map((coinType) => ({ coinType, account: ACCOUNTS.user(tgUserId, coinType) }));
  const booked = await database
    .selectFrom("ledger_entry")
    .select("account")
    .distinct()
    .where(
      "account",
      "in",
      accounts.map(({ account }) => account),
    )
    .execute();
  const sent = await database
    .selectFrom("envelope")
    .select("coin_type")
    .distinct()
    .where("sender_id", "=", tgUserId)
    .where("opened_at", "is not", null)
    .execute();
  return accounts
    .filter(
      ({ coinType, account }) =>
        booked.some((entry) => entry.account === account) || sent.some((envelope) => envelope.coin_type === coinType),
    )
    .map(({ coinType }) => coinType);
}
