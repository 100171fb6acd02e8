import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "./accounts.ts";

/** In-app balance of a user in base units. */
export async function readBalance(database: Kysely<Schema>, tgUserId: bigint, coinType: CoinType): Promise<bigint> {
  const { balance } = await database
    .selectFrom("ledger_entry")
    .select((select) => select.fn.coalesce(select.fn.sum<bigint>("amount_base"), select.val(0n)).as("balance"))
    .where("account", "=", ACCOUNTS.user(tgUserId, coinType))
    .executeTakeFirstOrThrow();
  return balance;
}
