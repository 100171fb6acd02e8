import type { ChatRights } from "./chatRights.machine.ts";
import { chatRightsMachine } from "./chatRights.machine.ts";
import { viewChatRights } from "./chatRights.view.ts";
import { defineModel } from "#tests/models/model.ts";

const seen = (chatId: string): ChatRights => ({ chatId, seesMembers: "yes", areMembersHidden: false });
const unseen = (chatId: string): ChatRights => ({ chatId, seesMembers: "no", areMembersHidden: false });

export const model = defineModel({
  machine: chatRightsMachine,
  view: viewChatRights,
  inputs: [{ chatIds: ["-1001"] }],
  events: {
    "chats.chosen": [
      { type: "chats.chosen", chatIds: ["-1001"] },
      { type: "chats.chosen", chatIds: ["-1001", "-1002"] },
    ],
    "chats.refused": [{ type: "chats.refused", chatIds: ["-1001"], areMembersHidden: true }],
  },
  outcomes: {
    readRights: {
      done: [
        [seen("-1001"), seen("-1002")],
        [unseen("-1001"), seen("-1002")],
        [{ ...unseen("-1001"), areMembersHidden: true }, seen("-1002")],
      ],
      error: [{ kind: "network" }],
    },
    watchPage: { done: [], error: [] },
  },
  key: ({ chatIds, rights }) => [chatIds.length, rights.map(({ seesMembers }) => seesMembers)],
  invariants: {
    "all is seen at the end, and only there nothing is asked": ({ chatIds, rights }, isIn) =>
      !isIn("seen") ||
      chatIds.every((chatId) => rights.some((known) => known.chatId === chatId && known.seesMembers === "yes")),
    "the page is watched": (_, _isIn, running) => running.includes("watchPage"),
  },
});
