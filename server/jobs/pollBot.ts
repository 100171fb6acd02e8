import { Api } from "grammy";
import type { Update } from "grammy/types";
import type { App } from "../app.ts";
import { handleUpdate, UpdateDelayed } from "../telegram/handleUpdate.ts";
import type { Job } from "./job.ts";
import { pause } from "./pause.ts";

const OFFSET = "bot.offset";
const POLL_S = 25;
const MAX_TRIES = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Takes the bot's updates by long polling, each once it is carried out. The offset is stored, so that a restart goes on there. */
export const pollBot: Job = {
  name: "pollBot",
  intervalMs: 1_000,
  async run(app, signal) {
    const api = new Api(app.config.botToken, { apiRoot: app.config.botApiUrl, timeoutSeconds: POLL_S + 10 });
    let failures = 0;
    while (!signal.aborted) {
      try {
        const offset = await readOffset(app);
        const updates = await api.getUpdates(
          { offset, timeout: POLL_S, allowed_updates: ["message", "my_chat_member"] },
          // The library's own type of the same platform object.
          signal as unknown as Parameters<Api["getUpdates"]>[1],
        );
        failures = 0;
        for (const update of updates) {
          await carryOut(app, update, signal);
          if (signal.aborted) return;
          await writeOffset(app, update.update_id + 1);
        }
      } catch (error) {
        if (signal.aborted) return;
        app.logger.warn(
          { job: "pollBot", reason: error instanceof Error ? error.message : "unknown" },
          "the bot could not be polled",
        );
        failures += 1;
        await pause(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), signal);
      }
    }
  },
};

/** Carries an update out, and again while the messenger asks to wait; one that keeps failing is left, so that the others go on. */
async function carryOut(app: App, update: Update, signal: AbortSignal): Promise<void> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      return await handleUpdate(app, update);
    } catch (error) {
      if (tries === MAX_TRIES) {
        app.logger.error({ job: "pollBot", error }, "an update of the bot was left");
        return;
      }
      const retryAfterMs = error instanceof UpdateDelayed ? error.retryAfterMs : null;
      await pause(retryAfterMs ?? FIRST_WAIT_MS * tries, signal);
    }
  }
}

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
