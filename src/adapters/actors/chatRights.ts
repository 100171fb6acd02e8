import { fromCallback, fromPromise } from "xstate";
import { type ChatRights, type ChatRightsEvent, chatRightsMachine } from "#machines/chatRights/chatRights.machine.ts";
import { viewChatRights } from "#machines/chatRights/chatRights.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { defineFlow } from "./defineFlow.ts";

function createChatRightsActors({ api }: { api: Api }) {
  return {
    readRights: fromPromise<readonly ChatRights[], { chatIds: readonly string[] }>(async ({ input, signal }) => {
      const query = { chatIds: input.chatIds.join(",") };
      return (await api.get("/v1/chat/rights", query, signal)).items;
    }),
    watchPage: fromCallback<ChatRightsEvent>(({ sendBack }) => {
      const report = () => {
        if (document.visibilityState === "visible") sendBack({ type: "page.shown" });
      };
      document.addEventListener("visibilitychange", report);
      // Where the messenger shows another chat beside the app, the page stays visible.
      window.addEventListener("focus", report);
      return () => {
        document.removeEventListener("visibilitychange", report);
        window.removeEventListener("focus", report);
      };
    }),
  };
}

/** Send it `chats.chosen` whenever others are chosen, and `chats.refused` when the server refused some. */
export const chatRightsFlow = defineFlow("chatRights", chatRightsMachine, createChatRightsActors, viewChatRights);
