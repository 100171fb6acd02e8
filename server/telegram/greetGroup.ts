import type { App } from "#server/app.ts";
import type { GroupGate } from "./groupGate.ts";
import { type DueAnswer, sendAnswer } from "./sendAnswer.ts";

/** Greets a group as soon as the messenger's limit allows. */
export async function greetGroup(app: App, gate: GroupGate, answer: DueAnswer): Promise<void> {
  const { chat_id: chatId } = answer;
  const nowMs = app.clock.now().getTime();
  const turnMs = gate.nextTurnMs(chatId, nowMs);
  if (turnMs > nowMs) {
    await app.database.kysely
      .updateTable("bot_answer")
      .set({ due_at: new Date(turnMs) })
      .where("chat_id", "=", chatId)
      .execute();
    return;
  }
  gate.noteSent(chatId, nowMs);
  const closedUntil = await sendAnswer(app, answer);
  if (closedUntil !== null) gate.close(chatId, closedUntil.getTime());
}
