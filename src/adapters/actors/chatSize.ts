import { createResourceFlow } from "./resource.ts";

/** How many members a group has, where the messenger says that. */
export const chatSizeFlow = createResourceFlow("chatSize", ({ api }, query: { chatId: string }, signal) =>
  api.call((client) => client.GET("/v1/chat/size", { params: { query }, signal })),
);
