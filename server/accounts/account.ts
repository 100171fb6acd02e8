import type { Kysely, Selectable } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { openText, sealText } from "#server/crypto/keyed.ts";
import type { Schema } from "#server/db/schema.ts";

/** What an address is read from. */
export const EMAIL_COLUMNS = ["tg_user_id", "email_sealed"] as const;

interface StoredEmail {
  tg_user_id: bigint;
  email_sealed: Buffer | null;
}

type Secrets = Pick<App["config"], "appSecrets">;

/** Whether a row holds an address, also one that cannot be read for want of a former secret. */
export function hasEmail(row: Pick<StoredEmail, "email_sealed">): boolean {
  return row.email_sealed !== null;
}

/** The address of a row, or null where it has none or none that can be read. */
export function openEmail({ appSecrets }: Secrets, row: StoredEmail): string | null {
  if (row.email_sealed === null) return null;
  return openText(appSecrets, "email.seal", String(row.tg_user_id), row.email_sealed);
}

/** What a row stores of an address. */
export function sealEmail(
  { config, random }: { config: Secrets; random: App["random"] },
  tgUserId: bigint,
  email: string,
): { email_sealed: Buffer } {
  return { email_sealed: sealText(config.appSecrets, "email.seal", String(tgUserId), email, random) };
}

/** The proven email of a person, or null. */
export async function readEmail({ database, config }: App, tgUserId: bigint): Promise<string | null> {
  const row = await database.kysely
    .selectFrom("tg_user")
    .select(EMAIL_COLUMNS)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return openEmail(config, row);
}

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

/** Switches a person's automatic payouts of these coins off. */
export async function stopAutoPayouts(
  database: Kysely<Schema>,
  tgUserId: bigint,
  coinTypes: readonly CoinType[],
): Promise<void> {
  await database
    .deleteFrom("auto_payout")
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "in", coinTypes)
    .execute();
}
