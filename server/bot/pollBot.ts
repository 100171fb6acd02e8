import { Api } from "grammy";
import { carryOutUpdates, UPDATE_KINDS } from "#server/messenger/updates.ts";
import type { Job } from "#server/job.ts";
import { pause } from "#server/pause.ts";
import { offerCommands } from "./offerCommands.ts";
import { findDesk, takeUpdates } from "./takeUpdates.ts";

const POLL_S = 25;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Reads the bot's updates by long polling, stores and executes each once. Asking for the next ones confirms them, so a
 * restart begins with those that were not confirmed. Removes the webhook of an earlier start.
 */
export const pollBot: Job = {
  name: "bot",
  intervalMs: 1_000,
  async run(app, signal) {
    const api = new Api(app.config.botToken, { apiRoot: app.config.botApiUrl, timeoutSeconds: POLL_S + 10 });
    let failures = 0;
    let offset = 0;
    let isWebhookGone = false;
    void offerCommands(app, signal);
    while (!signal.aborted) {
      try {
        if (!isWebhookGone) await api.deleteWebhook();
        isWebhookGone = true;
        await carryOutUpdates(app, signal);
        const updates = await api.getUpdates(
          { offset, timeout: POLL_S, allowed_updates: UPDATE_KINDS },
          // The library has its own type for the same platform object.
          signal as unknown as Parameters<Api["getUpdates"]>[1],
        );
        failures = 0;
        await takeUpdates(app, updates);
        offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
      } catch (error) {
        if (signal.aborted) break;
        app.logger.warn(
          { job: "bot", reason: error instanceof Error ? error.message : "unknown" },
          "polling the bot's updates failed",
        );
        failures += 1;
        isWebhookGone = false;
        await pause(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), signal);
      }
    }
    await findDesk(app).finish();
  },
};
