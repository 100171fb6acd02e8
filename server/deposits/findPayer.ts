import type { Kysely } from "kysely";
import type { WalletType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** The owner of an address with a proven wallet, or null. */
export async function findPayer(
  database: Kysely<Schema>,
  type: WalletType,
  addressKey: string,
): Promise<bigint | null> {
  const row = await database
    .selectFrom("wallet")
    .select("tg_user_id")
    .where("type", "=", type)
    .where("address_key", "=", addressKey)
    .where("proven_at", "is not", null)
    .where("unbound_at", "is", null)
    .executeTakeFirst();
  return row?.tg_user_id ?? null;
}
