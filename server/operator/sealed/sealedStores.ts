import { type Kysely, sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { KeyPurpose } from "#server/crypto/keyed.ts";
import type { Schema } from "#server/db/schema.ts";

/** A row of which one column is encrypted. */
export interface SealedRow {
  /** Its primary key, as the rows are ordered. */
  key: readonly unknown[];
  /** What the encryption is bound to. */
  context: string;
  sealed: Buffer;
}

/** The settings under which things are encrypted, the newest secret of each first. */
export type Secrets = Pick<Config, "appSecrets" | "drawSecrets">;

/** The rows of a table that hold something encrypted and that are of use. */
export interface SealedStore {
  /** In words for the operator. */
  name: string;
  purpose: KeyPurpose;
  under: keyof Secrets;
  /** The next rows after a key, at most `limit`. Null: from the start. */
  list(database: Kysely<Schema>, page: Page): Promise<SealedRow[]>;
  /** Replaces what is encrypted, unless it was changed meanwhile. */
  replace(database: Kysely<Schema>, row: SealedRow, sealed: Buffer): Promise<void>;
}

interface Page {
  after: readonly unknown[] | null;
  limit: number;
  now: Date;
}

const replaceIn =
  (table: keyof Schema, key: string, column: string): SealedStore["replace"] =>
  async (database, { key: [id], sealed: before }, sealed) => {
    const named = sql.ref(column);
    await sql`update ${sql.table(table)} set ${named} = ${sealed}
      where ${sql.ref(key)} = ${id} and ${named} = ${before}`.execute(database);
  };

const EMAILS: SealedStore = {
  name: "emails",
  purpose: "email.seal",
  under: "appSecrets",
  async list(database, { after, limit }) {
    const { rows } = await sql<{ id: bigint; sealed: Buffer }>`
      select tg_user_id as id, email_sealed as sealed from tg_user
      where email_sealed is not null and tg_user_id > ${after?.[0] ?? -1}
      order by tg_user_id limit ${limit}`.execute(database);
    return rows.map(({ id, sealed }) => ({ key: [id], context: String(id), sealed }));
  },
  replace: replaceIn("tg_user", "tg_user_id", "email_sealed"),
};

const PASSPHRASES: SealedStore = {
  name: "passphrases",
  purpose: "passphrase.seal",
  under: "appSecrets",
  async list(database, { after, limit }) {
    // Of a deleted account it is empty.
    const { rows } = await sql<{ id: string; sealed: Buffer }>`
      select envelope_id as id, passphrase_cipher as sealed from envelope
      where passphrase_cipher <> ''::bytea and envelope_id > ${after?.[0] ?? ""}
      order by envelope_id limit ${limit}`.execute(database);
    return rows.map(({ id, sealed }) => ({ key: [id], context: id, sealed }));
  },
  replace: replaceIn("envelope", "envelope_id", "passphrase_cipher"),
};

const PAYMENT_CODES: SealedStore = {
  name: "payment codes",
  purpose: "paymentCode.seal",
  under: "appSecrets",
  async list(database, { after, limit, now }) {
    const { rows } = await sql<{ id: Buffer; owner: bigint; sealed: Buffer }>`
      select code_hash as id, tg_user_id as owner, code_cipher as sealed from payment_code
      where expires_at > ${now} and code_hash > ${after?.[0] ?? Buffer.alloc(0)}
      order by code_hash limit ${limit}`.execute(database);
    return rows.map(({ id, owner, sealed }) => ({ key: [id], context: String(owner), sealed }));
  },
  replace: replaceIn("payment_code", "code_hash", "code_cipher"),
};

const ANSWERS: SealedStore = {
  name: "kept answers",
  purpose: "idempotency.seal",
  under: "appSecrets",
  async list(database, { after, limit, now }) {
    const [owner = -1, authority = "", operation = "", key = ""] = after ?? [];
    const { rows } = await sql<{ owner: bigint; authority: string; operation: string; key: string; sealed: string }>`
      select tg_user_id as owner, authority, operation, key, response ->> 'sealed' as sealed from idempotency_key
      where expires_at > ${now} and response is not null
        and (tg_user_id, authority, operation, key) > (${owner}, ${authority}, ${operation}, ${key})
      order by tg_user_id, authority, operation, key limit ${limit}`.execute(database);
    return rows.map((row) => ({
      key: [row.owner, row.authority, row.operation, row.key],
      context: `${row.owner} ${row.authority} ${row.operation} ${row.key}`,
      sealed: Buffer.from(row.sealed, "base64"),
    }));
  },
  async replace(database, { key: [owner, authority, operation, key], sealed: before }, sealed) {
    await sql`update idempotency_key set response = jsonb_build_object('sealed', ${sealed.toString("base64")}::text)
      where tg_user_id = ${owner} and authority = ${authority} and operation = ${operation} and key = ${key}
        and response ->> 'sealed' = ${before.toString("base64")}`.execute(database);
  },
};

const DRAW_KEYS: SealedStore = {
  name: "keys of draws",
  purpose: "drawKey.seal",
  under: "drawSecrets",
  async list(database, { after, limit }) {
    const rows = await database
      .selectFrom("draw_key")
      .select(["valid_from", "seed_sealed"])
      .where("valid_from", ">", sql<Date>`${after?.[0] ?? "-infinity"}::timestamptz`)
      .orderBy("valid_from")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      key: [row.valid_from],
      context: row.valid_from.toISOString(),
      sealed: row.seed_sealed,
    }));
  },
  replace: replaceIn("draw_key", "valid_from", "seed_sealed"),
};

/** Everything that is encrypted. */
export const SEALED_STORES: readonly SealedStore[] = [EMAILS, PASSPHRASES, PAYMENT_CODES, ANSWERS, DRAW_KEYS];
