import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Reads what protects an account and locks it: other changes wait until the transaction ends. */
export async function lockAccount(
  trx: Kysely<Schema>,
  tgUserId: bigint,
): Promise<{ email: string | null; securityCodeHash: string | null }> {
  const row = await trx
    .selectFrom("tg_user")
    .select(["email", "security_code_hash"])
    .where("tg_user_id", "=", tgUserId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { email: row.email, securityCodeHash: row.security_code_hash };
}
