import { fromCallback, fromPromise } from "xstate";
import { chatRightsMachine } from "#machines/chatRights/chatRights.machine.ts";
import { viewChatRights } from "#machines/chatRights/chatRights.view.ts";
import { defineFlow } from "./flow.ts";

/** Send it `chats.chosen` whenever others are chosen, and `chats.refused` when the server refused some. */
export const chatRightsFlow = defineFlow(
  "chatRights",
  chatRightsMachine,
  ({ api }) => ({
    readRights: fromPromise(async ({ input, signal }) => {
      return (await api.get("/v1/chat/rights", { chatIds: input.chatIds.join(",") }, signal)).items;
    }),
    watchPage: fromCallback(({ sendBack }) => {
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
  }),
  viewChatRights,
);
