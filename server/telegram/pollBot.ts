import { Api } from "grammy";
import type { App } from "#server/app.ts";
import { carryOutPosted } from "./carryOutPosted.ts";
import { carryOutUpdate } from "./carryOutUpdate.ts";
import { UPDATE_KINDS } from "./webhook.ts";
import type { Job } from "#server/job.ts";
import { pause } from "#server/pause.ts";

const OFFSET = "bot.offset";
const POLL_S = 25;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Reads the bot's updates by long polling and executes each once. The offset is stored, so a restart continues there.
 * Removes the webhook of an earlier start and executes the updates it left.
 */
export const pollBot: Job = {
  name: "bot",
  intervalMs: 1_000,
  async run(app, signal) {
    const api = new Api(app.config.botToken, { apiRoot: app.config.botApiUrl, timeoutSeconds: POLL_S + 10 });
    let failures = 0;
    let isWebhookGone = false;
    while (!signal.aborted) {
      try {
        if (!isWebhookGone) {
          await api.deleteWebhook();
          await carryOutPosted(app, signal);
        }
        isWebhookGone = true;
        const offset = await readOffset(app);
        const updates = await api.getUpdates(
          { offset, timeout: POLL_S, allowed_updates: UPDATE_KINDS },
          // The library has its own type for the same platform object.
          signal as unknown as Parameters<Api["getUpdates"]>[1],
        );
        failures = 0;
        for (const update of updates) {
          if (signal.aborted) return;
          await carryOutUpdate(app, update);
          await writeOffset(app, update.update_id + 1);
        }
      } catch (error) {
        if (signal.aborted) return;
        app.logger.warn(
          { job: "bot", reason: error instanceof Error ? error.message : "unknown" },
          "polling the bot's updates failed",
        );
        failures += 1;
        isWebhookGone = false;
        await pause(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), signal);
      }
    }
  },
};

async function readOffset(app: App): Promise<number> {
  const state = await app.database.kysely
    .selectFrom("job_state")
    .select("value")
    .where("name", "=", OFFSET)
    .executeTakeFirst();
  return Number(state?.value ?? 0);
}

async function writeOffset(app: App, offset: number): Promise<void> {
  const value = String(offset);
  await app.database.kysely
    .insertInto("job_state")
    .values({ name: OFFSET, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
