import type { App } from "#server/app.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import { NOTIFICATIONS } from "./notificationKind.ts";
import { MAX_ATTEMPTS, sendNotification } from "./sendNotification.ts";
import type { Job } from "#server/job.ts";

const BATCH = 20;
/** After a message that cannot be made. */
const WAIT_MS = 60_000;

/** Sends the bot's due private messages, warnings first; one person's messages are due one after the other. */
export const sendNotifications: Job = {
  name: "sendNotifications",
  intervalMs: 1_000,
  async run(app, signal) {
    const due = await app.database.kysely
      .selectFrom("notification")
      .select(["notification_id", "attempts"])
      .where("sent_at", "is", null)
      .where("failed_at", "is", null)
      .where("next_attempt_at", "<=", app.clock.now())
      // Other kinds are of a newer version, which sends them.
      .where("kind", "in", Object.keys(NOTIFICATIONS))
      .orderBy("is_warning", "desc")
      .orderBy("next_attempt_at")
      .limit(BATCH)
      .execute();
    for (const { notification_id: notificationId, attempts } of due) {
      if (signal.aborted) return;
      try {
        await sendNotification(app, notificationId);
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        app.logger.error({ job: "sendNotifications", error }, "a notification could not be made");
        await setBack(app, notificationId, attempts + 1);
      }
    }
  },
};

/** One that cannot be made holds up no other. It is tried again, and given up at last. */
async function setBack({ database, clock }: App, notificationId: string, attempts: number): Promise<void> {
  const now = clock.now();
  await database.kysely
    .updateTable("notification")
    .set({
      attempts,
      next_attempt_at: new Date(now.getTime() + WAIT_MS),
      ...(attempts < MAX_ATTEMPTS ? {} : { failed_at: now }),
    })
    .where("notification_id", "=", notificationId)
    .execute();
}
