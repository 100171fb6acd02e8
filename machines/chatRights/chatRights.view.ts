import type { SnapshotFrom } from "xstate";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { ChatRightsEvent, chatRightsMachine } from "./chatRights.machine.ts";

type Snapshot = SnapshotFrom<typeof chatRightsMachine>;

export interface ChatRightsView {
  /** Chats in which the bot is no administrator, so that the messenger does not tell it for sure who is a member. */
  unseenIds: readonly string[];
  /** Those of them that hide their members from it, so that nothing can be posted there. */
  hiddenIds: readonly string[];
  /** None: it looks by itself. */
  actions: readonly ViewAction<ChatRightsEvent>[];
}

export function viewChatRights(snapshot: Snapshot): ChatRightsView {
  const { chatIds, rights } = snapshot.context;
  const unseen = rights.filter(({ chatId, seesMembers }) => seesMembers === "no" && chatIds.includes(chatId));
  return {
    unseenIds: unseen.map(({ chatId }) => chatId),
    hiddenIds: unseen.filter(({ areMembersHidden }) => areMembersHidden).map(({ chatId }) => chatId),
    actions: listActions<ChatRightsEvent>(snapshot, []),
  };
}
