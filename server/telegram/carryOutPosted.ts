import type { Update } from "grammy/types";
import type { App } from "#server/app.ts";
import { carryOutUpdate } from "./carryOutUpdate.ts";

const BATCH = 20;

/** Executes the updates posted to the webhook, in the messenger's order, until none waits. */
export async function carryOutPosted(app: App, signal: AbortSignal): Promise<void> {
  const { kysely } = app.database;
  for (;;) {
    const waiting = await kysely
      .selectFrom("bot_update")
      .select(["update_id", "payload"])
      .where("done_at", "is", null)
      .orderBy("update_id")
      .limit(BATCH)
      .execute();
    for (const { update_id: updateId, payload } of waiting) {
      if (signal.aborted) return;
      if (payload !== null) await carryOutUpdate(app, JSON.parse(payload) as Update);
      await kysely
        .updateTable("bot_update")
        .set({ payload: null, done_at: app.clock.now() })
        .where("update_id", "=", updateId)
        .execute();
    }
    if (waiting.length < BATCH) return;
  }
}
