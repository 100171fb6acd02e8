import type { Handler } from "#server/calls/handler.ts";

export const telegramLogout: Handler<"telegramLogout"> = async (call, app) => {
  await app.database.kysely
    .updateTable("session")
    .set({ revoked_at: app.clock.now() })
    .where("session_id", "=", call.user.sessionId)
    .where("revoked_at", "is", null)
    .execute();
  return null;
};
