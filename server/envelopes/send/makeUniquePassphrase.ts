import type { Kysely } from "kysely";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { type Passphrase, normalizePassphrase } from "#domain/passphrase/normalizePassphrase.ts";
import type { App } from "#server/app.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import type { Schema } from "#server/db/schema.ts";

/** Generates a passphrase that no other envelope has. */
export async function makeUniquePassphrase(
  trx: Kysely<Schema>,
  app: Pick<App, "config" | "random">,
): Promise<Passphrase> {
  for (;;) {
    const passphrase = normalizePassphrase(generatePassphrase((length) => app.random.bytes(length)));
    if (typeof passphrase === "string") throw new Error("a generated passphrase must be acceptable");
    const taken = await trx
      .selectFrom("passphrase_envelope")
      .select("envelope_id")
      .where("passphrase_hash", "in", hashKeyed(app.config.appSecrets, "passphrase.hash", passphrase.compare))
      .executeTakeFirst();
    if (taken === undefined) return passphrase;
  }
}
