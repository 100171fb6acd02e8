import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { openText, sealText } from "#server/crypto/sealText.ts";
import type { Job } from "#server/job.ts";

/** The columns that hold an address. */
export const EMAIL_COLUMNS = ["tg_user_id", "email", "email_sealed"] as const;

interface StoredEmail {
  tg_user_id: bigint;
  email: string | null;
  email_sealed: Buffer | null;
}

type Secrets = Pick<App["config"], "appSecrets">;

/** Whether a row holds an address, also one that cannot be read for want of a former secret. */
export function hasEmail(row: Pick<StoredEmail, "email" | "email_sealed">): boolean {
  return row.email !== null || row.email_sealed !== null;
}

/** The address of a row, or null where it has none or none that can be read. */
export function openEmail({ appSecrets }: Secrets, row: StoredEmail): string | null {
  if (row.email !== null || row.email_sealed === null) return row.email;
  return openText(appSecrets, "email.seal", String(row.tg_user_id), row.email_sealed);
}

/** What a row stores of an address. */
export function sealEmail(
  { config, random }: Pick<App, "config" | "random">,
  tgUserId: bigint,
  email: string,
): { email: null; email_sealed: Buffer } {
  return { email: null, email_sealed: sealText(config.appSecrets, "email.seal", String(tgUserId), email, random) };
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

const HOUR_MS = 3_600_000;
const BATCH = 500;

/** Seals the addresses that processes of the last version have written. */
export const sealEmails: Job = {
  name: "sealEmails",
  intervalMs: HOUR_MS,
  async run(app, signal) {
    let found = BATCH;
    while (found >= BATCH && !signal.aborted) found = await sealBatch(app);
  },
};

/** Returns how many rows it found. One that was changed meanwhile is sealed by the next batch. */
async function sealBatch(app: App): Promise<number> {
  const { kysely } = app.database;
  const rows = await kysely
    .selectFrom("tg_user")
    .select(["tg_user_id", "email"])
    .where("email", "is not", null)
    .orderBy("tg_user_id")
    .limit(BATCH)
    .$narrowType<{ email: string }>()
    .execute();
  if (rows.length === 0) return 0;
  const sealed = rows.map((row) => sealEmail(app, row.tg_user_id, row.email).email_sealed);
  await sql`
    update tg_user u set email = null, email_sealed = s.sealed
    from unnest(
      ${rows.map((row) => row.tg_user_id)}::bigint[], ${rows.map(({ email }) => email)}::text[], ${sealed}::bytea[]
    ) as s (tg_user_id, email, sealed)
    where u.tg_user_id = s.tg_user_id and u.email = s.email
  `.execute(kysely);
  return rows.length;
}
