import type { Stack } from "#devnet/startStack.ts";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";

/** The bot's posts of envelopes in the group, oldest first, as everybody there sees them. */
export async function listEnvelopePosts(stack: Stack): Promise<readonly StoredMessage[]> {
  const messages = await listMessages(stack);
  return messages.filter(
    ({ chatId, from, text }) =>
      chatId === stack.info.groupChatId && from.is_bot && text.includes("sent a red envelope"),
  );
}

/** Every message of every chat. */
export async function listMessages(stack: Stack): Promise<readonly StoredMessage[]> {
  return (await (await fetch(stack.info.telegram.messagesUrl)).json()) as StoredMessage[];
}
