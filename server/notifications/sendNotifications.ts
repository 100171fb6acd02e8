import { sendNotification } from "./sendNotification.ts";
import type { Job } from "#server/job.ts";

const BATCH = 20;

/** Sends the bot's due private messages, warnings first; one person's messages are due one after the other. */
export const sendNotifications: Job = {
  name: "sendNotifications",
  intervalMs: 1_000,
  async run(app, signal) {
    const due = await app.database.kysely
      .selectFrom("notification")
      .select("notification_id")
      .where("sent_at", "is", null)
      .where("failed_at", "is", null)
      .where("next_attempt_at", "<=", app.clock.now())
      .orderBy("is_warning", "desc")
      .orderBy("next_attempt_at")
      .limit(BATCH)
      .execute();
    for (const { notification_id: notificationId } of due) {
      if (signal.aborted) return;
      await sendNotification(app, notificationId);
    }
  },
};
