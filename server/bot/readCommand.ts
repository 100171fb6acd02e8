import type { Message } from "grammy/types";

/** A command to the bot, in lower case, and the words behind it. */
interface Command {
  name: string;
  words: string;
}

/** The command of a message; null where it has none, or one that names another bot. */
export function readCommand({ text }: Message, botUsername: string): Command | null {
  const [, name, bot = botUsername, words = ""] = /^\/(\w+)(?:@(\w+))?(?:\s+([^]*))?$/u.exec(text ?? "") ?? [];
  if (name === undefined || bot.toLowerCase() !== botUsername.toLowerCase()) return null;
  return { name: name.toLowerCase(), words };
}
