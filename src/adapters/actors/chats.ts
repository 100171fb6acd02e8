import { defineList } from "./pagedList.ts";

/** The caller's groups. */
export const chats = defineList("chats", "chatList", (api, query, _, signal) =>
  api.get("/v1/chat/list", query, signal, { hasToast: true }),
);
