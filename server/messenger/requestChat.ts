import type { Handler } from "#server/calls/handler.ts";

/** The id of the request: the messenger names it when it tells which group was chosen. */
export const GROUP_REQUEST = 1;

/** Prepares the messenger's list of the caller's groups, to choose one in the app. */
export const requestChat: Handler<"requestChat"> = async (call, app) => ({
  requestId: await app.telegram.prepareChatRequest(call.user.tgUserId, GROUP_REQUEST),
});
