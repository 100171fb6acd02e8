import type { FastifyInstance } from "fastify";
import type { Update } from "grammy/types";
import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "#server/calls/apiError.ts";
import { Api } from "grammy";
import type { App } from "#server/app.ts";
import type { Job } from "#server/job.ts";
import { pause, repeat } from "#server/pause.ts";
import { findDesk, takeUpdate } from "./bot.ts";
import { setUpBot } from "./setUpBot.ts";
import { carryOutUpdates, UPDATE_KINDS } from "./updates.ts";

const POLL_S = 25;
const REQUEST_TIMEOUT_S = 15;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const LOOK_MS = 500;
/** Another process that polls with the same token removes the webhook, so it is set again regularly. */
const RENEW_MS = 600_000;

/**
 * Reads the bot's updates by long polling, stores and executes each once; what takes long to carry out delays no reading.
 * Asking for the next ones confirms them, so a restart begins with those that were not confirmed: the library's own loop
 * would confirm one that could not be stored. Removes the webhook of an earlier start.
 */
export const pollBot = createBotJob(warnOfPolling, ({ config }) => {
  const api = new Api(config.botToken, { apiRoot: config.botApiUrl, timeoutSeconds: POLL_S + 10 });
  let offset = 0;
  let isWebhookGone = false;
  return async (app, signal, isAgain) => {
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
  };
});

/** Sets the webhook for the bot's updates, and executes the updates that came. */
export const takeWebhook = createBotJob(warnOfWebhook, ({ config }) => {
  const api = new Api(config.botToken, { apiRoot: config.botApiUrl, timeoutSeconds: REQUEST_TIMEOUT_S });
  return async ({ config: { publicUrl, webhookSecret } }, signal) => {
    await api.setWebhook(`${publicUrl}${WEBHOOK_PATH}`, {
      ...(webhookSecret === null ? {} : { secret_token: webhookSecret }),
      allowed_updates: UPDATE_KINDS,
      // One at a time, so that updates come in order.
      max_connections: 1,
    });
    await pause(RENEW_MS, signal);
  };
});

/** Each text stands beside its call, so that docs/operations.md can be held against it. */
type Warn = ({ logger }: App, reason: string) => void;

function warnOfPolling({ logger }: App, reason: string): void {
  logger.warn({ job: "bot", reason }, "polling the bot's updates failed");
}

function warnOfWebhook({ logger }: App, reason: string): void {
  logger.warn({ job: "bot", reason }, "setting the webhook failed");
}

function warnOfUpdates({ logger }: App, reason: string): void {
  logger.warn({ job: "bot", reason }, "carrying out the bot's updates failed");
}

/** `isAgain`: it failed the last time. */
type Step = (app: App, signal: AbortSignal, isAgain: boolean) => Promise<void>;

/** Repeats what brings the updates, and executes what is stored: at once where it has just come. */
function createBotJob(warn: Warn, open: (app: App) => Step): Job {
  return {
    name: "bot",
    intervalMs: 1_000,
    async run(app, signal) {
      void setUpBot(app, signal);
      const receive = open(app);
      let news = new AbortController();
      const keep = (tell: Warn, step: (failures: number) => Promise<number>) =>
        repeat(signal, {
          firstWaitMs: 2 * FIRST_WAIT_MS,
          longestWaitMs: LONGEST_WAIT_MS,
          step,
          onFailure(error) {
            tell(app, error instanceof Error ? error.message : "unknown");
          },
        });
      await Promise.all([
        keep(warn, async (failures) => {
          await receive(app, signal, failures > 0);
          news.abort();
          return 0;
        }),
        keep(warnOfUpdates, async () => {
          news = new AbortController();
          await carryOutUpdates(app, signal);
          await pause(LOOK_MS, AbortSignal.any([signal, news.signal]));
          return 0;
        }),
      ]);
      await findDesk(app).finish();
    },
  };
}

/** Path below PUBLIC_URL to which the messenger posts the bot's updates. */
const WEBHOOK_PATH = "/bot/webhook";

/** Well above the longest message with a quoted one, every letter escaped. */
const BODY_LIMIT_BYTES = 256 * 1024;

const BODY = {
  type: "object",
  required: ["update_id"],
  properties: { update_id: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
} as const;

/**
 * Accepts the updates that the messenger posts and stores each once by its id; a job executes them. A request without
 * the secret gets a 404 before its body is read.
 */
export function addWebhook(server: FastifyInstance, app: App, secret: string): void {
  const expected = hash(secret);
  server.post<{ Body: Update }>(WEBHOOK_PATH, {
    bodyLimit: BODY_LIMIT_BYTES,
    schema: { body: BODY },
    onRequest: async (request) => {
      const given = request.headers["x-telegram-bot-api-secret-token"];
      if (typeof given !== "string" || !timingSafeEqual(hash(given), expected)) throw new ApiError("notFound");
    },
    handler: async ({ body }) => {
      await takeUpdate(app, body);
      return { code: 200, msg: "ok", data: null };
    },
  });
}

/** Compares hashes: they have equal lengths, so the comparison leaks nothing about the secret's length. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
