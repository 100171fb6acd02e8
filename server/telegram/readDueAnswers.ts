import type { App } from "#server/app.ts";
import type { DueAnswer } from "./sendAnswer.ts";

const BATCH = 20;

/** Chats of one kind that the bot has to greet now, longest wait first. */
export function readDueAnswers(app: App, kind: "private" | "group"): Promise<DueAnswer[]> {
  return app.database.kysely
    .selectFrom("bot_answer")
    .select(["chat_id", "name", "language", "attempts"])
    .where("due_at", "<=", app.clock.now())
    .where("chat_id", kind === "group" ? "<" : ">", 0n)
    .orderBy("due_at")
    .limit(BATCH)
    .execute();
}
