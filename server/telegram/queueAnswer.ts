import { sql } from "kysely";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";

/** Minimum time between two greetings of a group, however many members ask. */
const GROUP_GAP_MS = 300_000;
/** The messenger allows about one message a second to a person; this leaves room for notifications. */
const PRIVATE_GAP_MS = 3_000;

interface NewAnswer {
  chatId: bigint;
  /** First name of the person or title of the group. */
  name: string;
  language: Language;
  /** The bot was just added to the group: greet it even if it was recently greeted. */
  isFirst?: boolean;
}

/**
 * Queues a greeting for a chat. Requests before it is sent share one greeting. A person who asks again is answered
 * after a few seconds; a group is not greeted again for a few minutes.
 */
export async function queueAnswer(app: App, { chatId, name, language, isFirst = false }: NewAnswer): Promise<void> {
  const now = app.clock.now();
  const isGroup = chatId < 0n;
  const gapMs = isGroup ? GROUP_GAP_MS : PRIVATE_GAP_MS;
  const isRecent = sql<boolean>`coalesce(bot_answer.answered_at > ${new Date(now.getTime() - gapMs)}, false)`;
  const nextDueAt = sql<Date | null>`case
    when bot_answer.due_at is not null then bot_answer.due_at
    when ${isFirst} or not ${isRecent} then ${now}::timestamptz
    when ${isGroup} then null
    else bot_answer.answered_at + make_interval(secs => ${gapMs / 1_000})
  end`;
  await app.database.kysely
    .insertInto("bot_answer")
    .values({ chat_id: chatId, name, language, due_at: now })
    .onConflict((conflict) =>
      conflict.column("chat_id").doUpdateSet({ name, language, due_at: nextDueAt, attempts: 0 }),
    )
    .execute();
}
