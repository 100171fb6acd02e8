import { defineList } from "./pagedList.ts";

/** The caller's groups. */
export const chats = defineList("chats", "chatList", (api, query, _, signal) =>
  api.call((client) => client.GET("/v1/chat/list", { params: { query }, signal }), { hasToast: true }),
);
