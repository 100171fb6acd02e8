import { sql } from "kysely";
import type { Job } from "#server/job.ts";
import { deliverDue } from "#server/outbox/deliver.ts";
import { NOTIFICATIONS } from "./notificationKind.ts";
import { sendNotification } from "./sendNotification.ts";

/** About half an hour. */
const MAX_ATTEMPTS = 35;

/** Sends the bot's due private messages, warnings first; one person's messages are due one after the other. */
export const sendNotifications: Job = {
  name: "sendNotifications",
  intervalMs: 1_000,
  async run(app, signal) {
    const outbox = {
      queue: "notification" as const,
      // Other kinds are of a newer version, which sends them.
      where: sql<boolean>`kind in (${sql.join(Object.keys(NOTIFICATIONS))})`,
      maxAttempts: MAX_ATTEMPTS,
      deliver: (id: string) => sendNotification(app, id),
    };
    await deliverDue(app, outbox, signal);
  },
};
