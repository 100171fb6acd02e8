import type { Stack } from "#devnet/startStack.ts";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";

/** A message of the bot in the group. */
interface Post {
  readonly text: string;
  readonly edits: number;
  /** The address behind its first button that has one; empty where there is none. */
  readonly buttonUrl: string;
  /** Where the messenger's page finds its picture; null: it is a text. */
  readonly pictureUrl: string | null;
}

/** What the bot has posted into a group, the first one where none is given, oldest first. */
export async function listGroupPosts(stack: Stack, groupId = stack.info.groupChatId): Promise<readonly Post[]> {
  const messages = await listMessages(stack);
  return messages
    .filter(({ chatId, from }) => chatId === groupId && from.is_bot)
    .map(({ text, edits, replyMarkup, photoUrl }) => ({
      text,
      edits,
      buttonUrl: replyMarkup?.inline_keyboard.flat().find(({ url }) => url !== undefined)?.url ?? "",
      pictureUrl: photoUrl,
    }));
}

/** The posts that lead to envelopes. */
export async function listEnvelopePosts(stack: Stack, groupId?: number): Promise<readonly Post[]> {
  return (await listGroupPosts(stack, groupId)).filter(({ buttonUrl }) => buttonUrl.includes("startapp=c_"));
}

/** Every message of every chat. */
export async function listMessages(stack: Stack): Promise<readonly StoredMessage[]> {
  return (await (await fetch(stack.info.telegram.messagesUrl)).json()) as StoredMessage[];
}
