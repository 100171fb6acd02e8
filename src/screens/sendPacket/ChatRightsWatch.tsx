import { useEffect } from "react";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { chatRightsFlow } from "#src/adapters/actors/chatRights.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { listAskedChats } from "./GroupFields.tsx";

interface ChatRightsWatchProps {
  view: EnvelopeSendView;
  /** Takes the chats of which the bot does not see who is a member. */
  onRead: (unseenIds: readonly string[]) => void;
}

/** Looks what the bot sees of the chosen chats, as long as it stands there; shows nothing itself. */
export function ChatRightsWatch({ view, onRead }: ChatRightsWatchProps) {
  const isForMembers = view.draft.claimRule === "members";
  const asked = listAskedChats(view).join();
  const refused = view.refusedChatIds.join();
  const flow = useFlow(chatRightsFlow, { input: { chatIds: asked.split(",") }, isExtra: true });
  const send = flow?.send;
  useEffect(() => {
    send?.({ type: "chats.chosen", chatIds: asked.split(",") });
  }, [send, asked]);
  useEffect(() => {
    if (refused === "") return;
    send?.({ type: "chats.refused", chatIds: refused.split(","), areMembersHidden: !isForMembers });
  }, [send, refused, isForMembers]);

  const unseen = (isForMembers ? flow?.view.unseenIds : flow?.view.hiddenIds)?.join() ?? "";
  useEffect(() => {
    if (unseen === "") return undefined;
    onRead(unseen.split(","));
    return () => onRead([]);
  }, [unseen, onRead]);
  return null;
}
