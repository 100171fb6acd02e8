import type { Handler } from "#server/calls/handler.ts";

/** Tells the messenger's news of a chosen group from those of other buttons. */
export const GROUP_REQUEST = 1;

/** Prepares the messenger's list of the caller's groups, to choose one in the app. */
export const requestChat: Handler<"requestChat"> = async (call, app) => ({
  requestId: await app.telegram.prepareChatRequest(call.user.tgUserId, GROUP_REQUEST),
});
