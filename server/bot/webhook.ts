import type { FastifyInstance } from "fastify";
import { Api } from "grammy";
import type { Update } from "grammy/types";
import { createHash, timingSafeEqual } from "node:crypto";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Job } from "#server/job.ts";
import { doubleWait, pause } from "#server/pause.ts";
import { setUpBot } from "./setUpBot.ts";
import { findDesk, takeUpdate } from "./bot.ts";
import { carryOutUpdates, UPDATE_KINDS } from "#server/bot/updates.ts";

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

const POLL_MS = 500;
/** Another process that polls with the same token removes the webhook, so it is set again regularly. */
const RENEW_MS = 600_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const REQUEST_TIMEOUT_S = 15;

/** Sets the webhook for the bot's updates, and executes the updates that came. */
export const takeWebhook: Job = {
  name: "bot",
  intervalMs: 1_000,
  async run(app, signal) {
    let setAgainMs = 0;
    let failures = 0;
    void setUpBot(app, signal);
    while (!signal.aborted) {
      const nowMs = app.clock.now().getTime();
      if (nowMs >= setAgainMs) {
        failures = (await setWebhook(app)) ? 0 : failures + 1;
        const waitMs = failures === 0 ? RENEW_MS : doubleWait(FIRST_WAIT_MS, failures, LONGEST_WAIT_MS);
        setAgainMs = nowMs + waitMs;
      }
      await carryOutUpdates(app, signal);
      await pause(POLL_MS, signal);
    }
    await findDesk(app).finish();
  },
};

/** Whether the webhook is set at the messenger. */
async function setWebhook({ config, logger }: App): Promise<boolean> {
  const { botToken, botApiUrl, publicUrl, webhookSecret } = config;
  const api = new Api(botToken, { apiRoot: botApiUrl, timeoutSeconds: REQUEST_TIMEOUT_S });
  try {
    await api.setWebhook(`${publicUrl}${WEBHOOK_PATH}`, {
      ...(webhookSecret === null ? {} : { secret_token: webhookSecret }),
      allowed_updates: UPDATE_KINDS,
      // One at a time, so that updates come in order.
      max_connections: 1,
    });
    return true;
  } catch (error) {
    logger.warn(
      { job: "bot", reason: error instanceof Error ? error.message : "unknown" },
      "setting the webhook failed",
    );
    return false;
  }
}
