import type { FastifyInstance } from "fastify";
import type { Update } from "grammy/types";
import { createHash, timingSafeEqual } from "node:crypto";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { takeUpdate } from "./bot.ts";

/** Path below PUBLIC_URL to which the messenger posts the bot's updates. */
export const WEBHOOK_PATH = "/bot/webhook";

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
