import type { Kysely } from "kysely";
import { COINS, type WalletType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { isPaidOut } from "#server/chains/isPaidOut.ts";
import type { Schema } from "#server/db/schema.ts";

/**
 * Types of which a person may bind a wallet: those of open coins, and of coins that were switched off as long as the
 * person has a balance of them, which could not be withdrawn otherwise.
 */
export async function listOpenTypes(
  database: Kysely<Schema>,
  app: Pick<App, "chains" | "config">,
  tgUserId: bigint,
): Promise<WalletType[]> {
  const held = await database
    .selectFrom("person_total")
    .select("coin_type")
    .where("tg_user_id", "=", tgUserId)
    .where("balance_base", ">", 0n)
    .execute();
  const owed = held.map((row) => row.coin_type).filter((coinType) => isPaidOut(app, coinType));
  return [...new Set([...app.config.coins, ...owed])].map((coinType) => COINS[coinType].walletType);
}
