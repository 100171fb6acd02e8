import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";

/**
 * The chats of the form of which the bot has to see who is a member: for members all; with a passphrase those alone that
 * hide even from it whether the sender is one.
 */
export function listAskedChats({ draft, chats, chatIds, refusedChatIds }: EnvelopeSendView): readonly string[] {
  if (draft.claimRule === "members") return [...new Set([...chatIds, ...draft.requiredChatIds])];
  const hidden = new Set(chats.filter(({ areMembersHidden }) => areMembersHidden).map(({ chatId }) => chatId));
  return chatIds.filter((chatId) => hidden.has(chatId) || refusedChatIds.includes(chatId));
}
