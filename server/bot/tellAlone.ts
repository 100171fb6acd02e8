import type { User } from "grammy/types";
import type { App } from "#server/app.ts";
import type { BotMessage, Prompt } from "#server/messenger/botApi.ts";

interface Asked {
  from: User;
  chatId: bigint;
  threadId: bigint | null;
  /** Null: all of the chat have seen the question. */
  prompt: Prompt | null;
}

/** Tells only the one who asked: beside the question where the messenger takes that, else in private. False: in neither. */
export async function tellAlone(
  { telegram }: App,
  { from, chatId, threadId, prompt }: Asked,
  message: BotMessage,
): Promise<boolean> {
  const userId = BigInt(from.id);
  if (prompt !== null) {
    const { kind } = await telegram.sendEphemeral(chatId, userId, { ...message, threadId }, prompt);
    if (kind === "sent") return true;
  }
  return (await telegram.sendMessage(userId, message)).kind === "sent";
}
