import type { Kysely } from "kysely";
import type { WalletType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

interface AskedProof {
  tgUserId: bigint;
  type: WalletType;
  /** Of the wallet to be proven; null: any. */
  addressKey: string | null;
}

/** Whether the person has ever proven another wallet of the type: the first one blocks no spending. */
export async function hasProvenAnother(
  database: Kysely<Schema>,
  { type, addressKey, tgUserId }: AskedProof,
): Promise<boolean> {
  const another = await database
    .selectFrom("wallet")
    .select("wallet_id")
    .where("tg_user_id", "=", tgUserId)
    .where("proven_at", "is not", null)
    .where("type", "=", type)
    .$if(addressKey !== null, (query) => query.where("address_key", "<>", addressKey))
    .limit(1)
    .executeTakeFirst();
  return another !== undefined;
}
