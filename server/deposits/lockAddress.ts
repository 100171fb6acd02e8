import { type Kysely, sql } from "kysely";
import type { WalletType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** Serialises what depends on an address's owner: binding, proving, settling. Held until the transaction ends. */
export async function lockAddress(trx: Kysely<Schema>, type: WalletType, addressKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${type} ${addressKey}`}, 0))`.execute(trx);
}
