import { setNewest } from "#domain/setNewest.ts";
import type { App } from "#server/app.ts";
import { keepPerBot } from "./keepPerBot.ts";
import { forgetHidden } from "./memberships.ts";

interface LearntChat {
  title: string;
  username: string | null;
  isBotAdministrator: boolean;
}

/**
 * Asks the messenger what a known chat is now, and what the bot is in it, and stores that. What was hidden from the bot
 * before it became an administrator is asked again. Rejects if the messenger is unreachable.
 */
export async function learnChat(app: App, chatId: bigint): Promise<LearntChat> {
  const chat = await app.telegram.readChat(chatId).catch((error: unknown) => {
    app.logger.warn({ chatId: String(chatId), error }, "asking the messenger for a chat failed");
    throw error;
  });
  const isBotAdministrator = chat?.isBotAdministrator === true;
  if (isBotAdministrator) forgetHidden(app, chatId);
  const stored = await app.database.kysely
    .updateTable("chat")
    .set({
      is_bot_administrator: isBotAdministrator,
      ...(chat === null ? {} : { title: chat.title, username: chat.username }),
    })
    .where("chat_id", "=", chatId)
    .returning(["title", "username"])
    .executeTakeFirstOrThrow();
  return { ...stored, isBotAdministrator };
}

/** So short that whoever looks again sees what has changed; those who look at once ask once. */
const KEPT_MS = 2_000;
const MOST_KEPT = 20_000;

/** Whether the messenger tells the bot for sure who is a member of a chat, as it does for an administrator alone. */
export type Sight = "yes" | "no" | "unknown";

interface Kept {
  sight: Promise<Sight>;
  askedAt: Date;
}

const getSights = keepPerBot(() => new Map<bigint, Kept>());

/** What the bot sees of a chat, as the messenger said two seconds ago at most. Unknown: it did not answer. */
export function askSight(app: App, chatId: bigint): Promise<Sight> {
  const kept = getSights(app);
  const askedAt = app.clock.now();
  const known = kept.get(chatId);
  if (known !== undefined && askedAt.getTime() - known.askedAt.getTime() < KEPT_MS) return known.sight;
  const sight = learnChat(app, chatId).then(
    ({ isBotAdministrator }) => (isBotAdministrator ? "yes" : "no"),
    () => "unknown" as const,
  );
  setNewest(kept, chatId, { sight, askedAt }, MOST_KEPT);
  return sight;
}

/** The messenger tells that the bot's rights have changed. */
export function forgetSight(app: App, chatId: bigint): void {
  getSights(app).delete(chatId);
}
