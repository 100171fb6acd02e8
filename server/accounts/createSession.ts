import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import { hashToken } from "./hashToken.ts";
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from "./sessionLife.ts";

/** Starts a session and answers its opaque bearer, of which only the hash is kept. */
export async function createSession(app: App, tgUserId: bigint): Promise<{ token: string; expiresAt: Date }> {
  const now = app.clock.now();
  const token = Buffer.from(app.random.bytes(32)).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_IDLE_MS);
  await app.database.kysely
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
  return { token, expiresAt };
}
