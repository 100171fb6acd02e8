import type { Kysely } from "kysely";
import { systemRandom } from "#server/random.ts";
import { sealEmail } from "#server/accounts/account.ts";
import type { Schema } from "#server/db/schema.ts";
import { TEST_SETTINGS } from "./testApp.ts";

/**
 * Gives a person an address, as a code that was sent there would; null takes it away.
 * @param appSecret of the server that reads it; a test app's by default
 */
export async function giveEmail(
  database: Kysely<Schema>,
  tgUserId: bigint,
  email: string | null,
  appSecret: string = TEST_SETTINGS.APP_SECRET,
): Promise<void> {
  const sealed =
    email === null
      ? { email_sealed: null }
      : sealEmail({ config: { appSecrets: [appSecret] }, random: systemRandom }, tgUserId, email);
  await database.updateTable("tg_user").set(sealed).where("tg_user_id", "=", tgUserId).execute();
}
