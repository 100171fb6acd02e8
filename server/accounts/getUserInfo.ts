import type { Handler } from "#server/calls/handler.ts";
import { toUserItem } from "./toUserItem.ts";

export const getUserInfo: Handler<"getUserInfo"> = async (call, app) => ({
  userItem: await toUserItem(app, call.user.tgUserId),
});
