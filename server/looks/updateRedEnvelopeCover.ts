import type { Handler } from "#server/calls/handler.ts";
import { changeLook } from "./changeLook.ts";

export const updateRedEnvelopeCover: Handler<"updateRedEnvelopeCover"> = ({ user, body }, app) =>
  changeLook(app, user.tgUserId, { cover_id: body.coverId });
