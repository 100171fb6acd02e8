import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import type { Schema } from "#server/db/schema.ts";
import { hashToken } from "./hashToken.ts";
import { MAX_SESSIONS, SESSION_IDLE_MS, SESSION_LONGEST_MS } from "./sessionLife.ts";

/**
 * Starts a session and returns its opaque bearer, of which only the hash is stored. Ends the person's session with the
 * bearer `replaced`, and the oldest sessions above the limit.
 */
export async function createSession(
  app: App,
  tgUserId: bigint,
  replaced: string | null = null,
): Promise<{ token: string; expiresAt: Date }> {
  const now = app.clock.now();
  const token = Buffer.from(app.random.bytes(32)).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_IDLE_MS);
  await app.database.kysely.transaction().execute(async (trx) => {
    // Serialises the logins of one person, so that each counts the sessions of the earlier ones.
    await trx.selectFrom("tg_user").select("tg_user_id").where("tg_user_id", "=", tgUserId).forNoKeyUpdate().execute();
    if (replaced !== null) await revokeSession(trx, tgUserId, replaced, now);
    await revokeOldest(trx, tgUserId, now);
    await trx
      .insertInto("session")
      .values({
        session_id: createId(app.random),
        token_hash: hashToken(token),
        tg_user_id: tgUserId,
        created_at: now,
        expires_at: expiresAt,
        last_possible_at: new Date(now.getTime() + SESSION_LONGEST_MS),
      })
      .execute();
  });
  return { token, expiresAt };
}

async function revokeSession(trx: Kysely<Schema>, tgUserId: bigint, token: string, now: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set({ revoked_at: now })
    .where("token_hash", "=", hashToken(token))
    .where("tg_user_id", "=", tgUserId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Ends the oldest sessions, so that one more fits within the limit. */
async function revokeOldest(trx: Kysely<Schema>, tgUserId: bigint, now: Date): Promise<void> {
  const surplus = trx
    .selectFrom("session")
    .select("session_id")
    .where("tg_user_id", "=", tgUserId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("session_id", "desc")
    .offset(MAX_SESSIONS - 1);
  await trx.updateTable("session").set({ revoked_at: now }).where("session_id", "in", surplus).execute();
}
