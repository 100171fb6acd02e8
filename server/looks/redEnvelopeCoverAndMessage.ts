import type { Handler } from "#server/calls/handler.ts";
import { readLook } from "./readLook.ts";

export const redEnvelopeCoverAndMessage: Handler<"redEnvelopeCoverAndMessage"> = ({ user }, app) =>
  readLook(app.database.kysely, user.tgUserId);
