import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Reads what protects an account; until the transaction ends, others who change it wait. */
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
