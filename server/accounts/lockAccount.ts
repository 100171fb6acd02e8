import type { Kysely, Selectable } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { EMAIL_COLUMNS } from "./storedEmail.ts";

type Account = Selectable<Pick<Schema["tg_user"], (typeof EMAIL_COLUMNS)[number] | "security_code_hash">>;

/** Reads what protects an account and locks it: other changes wait until the transaction ends. */
export function lockAccount(trx: Kysely<Schema>, tgUserId: bigint): Promise<Account> {
  return trx
    .selectFrom("tg_user")
    .select([...EMAIL_COLUMNS, "security_code_hash"])
    .where("tg_user_id", "=", tgUserId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
