import type { App } from "#server/app.ts";
import type { SessionUser } from "#server/calls/handler.ts";
import { hashToken } from "./hashToken.ts";
import { readSession } from "./readSession.ts";
import { SESSION_IDLE_MS, SESSION_SLIDE_STEP_MS } from "./sessionLife.ts";

/** Returns the user of a bearer: "missing" if the session does not exist or has ended, "revoked" after a logout. */
export async function authenticateBearer(app: App, token: string): Promise<SessionUser | "missing" | "revoked"> {
  const now = app.clock.now();
  const session = await readSession(app.database, hashToken(token));
  if (session === null) return "missing";
  if (session.revoked_at !== null) return "revoked";
  if (session.expires_at <= now) return "missing";

  const slidTo = Math.min(now.getTime() + SESSION_IDLE_MS, session.last_possible_at.getTime());
  if (slidTo - session.expires_at.getTime() >= SESSION_SLIDE_STEP_MS) {
    await app.database.kysely
      .updateTable("session")
      .set({ expires_at: new Date(slidTo) })
      .where("session_id", "=", session.session_id)
      .where("revoked_at", "is", null)
      .execute();
  }
  return { tgUserId: session.tg_user_id, sessionId: session.session_id };
}
