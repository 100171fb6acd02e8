import { Api } from "grammy";
import type { App } from "#server/app.ts";
import { carryOutUpdates, UPDATE_KINDS } from "#server/bot/updates.ts";
import type { Job } from "#server/job.ts";
import { doubleWait, pause } from "#server/pause.ts";
import { setUpBot } from "./setUpBot.ts";
import { findDesk, takeUpdate } from "./bot.ts";

const POLL_S = 25;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const LOOK_MS = 500;

/**
 * Reads the bot's updates by long polling, stores and executes each once; what takes long to carry out delays no reading.
 * Asking for the next ones confirms them, so a restart begins with those that were not confirmed: the library's own loop
 * would confirm one that could not be stored. Removes the webhook of an earlier start.
 */
export const pollBot: Job = {
  name: "bot",
  intervalMs: 1_000,
  async run(app, signal) {
    void setUpBot(app, signal);
    /** Aborted whenever something was stored. */
    let news = new AbortController();
    await Promise.all([
      readUpdates(app, signal, () => news.abort()),
      repeat(signal, {
        warn: (reason) => app.logger.warn({ job: "bot", reason }, "carrying out the bot's updates failed"),
        async run() {
          news = new AbortController();
          await carryOutUpdates(app, signal);
          await pause(LOOK_MS, AbortSignal.any([signal, news.signal]));
        },
      }),
    ]);
    await findDesk(app).finish();
  },
};

async function readUpdates(app: App, signal: AbortSignal, tellNews: () => void): Promise<void> {
  const api = new Api(app.config.botToken, { apiRoot: app.config.botApiUrl, timeoutSeconds: POLL_S + 10 });
  let offset = 0;
  let isWebhookGone = false;
  await repeat(signal, {
    warn: (reason) => app.logger.warn({ job: "bot", reason }, "polling the bot's updates failed"),
    async run(isAgain) {
      if (isAgain || !isWebhookGone) await api.deleteWebhook();
      isWebhookGone = true;
      const updates = await api.getUpdates(
        { offset, timeout: POLL_S, allowed_updates: UPDATE_KINDS },
        // The library has its own type for the same platform object.
        signal as unknown as Parameters<Api["getUpdates"]>[1],
      );
      for (const update of updates) {
        await takeUpdate(app, update);
        offset = update.update_id + 1;
      }
      tellNews();
    },
  });
}

interface Step {
  /** Logs that it failed. */
  warn: (reason: string) => void;
  /** `isAgain`: it failed the last time. */
  run: (isAgain: boolean) => Promise<void>;
}

/** Repeats a step until the job ends; one that fails is tried again, later each time. */
async function repeat(signal: AbortSignal, { warn, run }: Step): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await run(failures > 0);
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      warn(error instanceof Error ? error.message : "unknown");
      failures += 1;
      await pause(doubleWait(FIRST_WAIT_MS, failures, LONGEST_WAIT_MS), signal);
    }
  }
}
