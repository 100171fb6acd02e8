import type { Handler } from "#server/calls/handler.ts";
import { changeLook } from "./changeLook.ts";

export const updateRedEnvelopeMessage: Handler<"updateRedEnvelopeMessage"> = ({ user, body }, app) =>
  changeLook(app, user.tgUserId, { message_id: body.messageId });
