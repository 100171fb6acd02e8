import { Api } from "grammy";
import type { App } from "#server/app.ts";
import { carryOutPosted } from "./carryOutPosted.ts";
import { UPDATE_KINDS } from "./updateKinds.ts";
import { WEBHOOK_PATH } from "./webhookPath.ts";
import type { Job } from "#server/job.ts";
import { pause } from "#server/pause.ts";

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
    while (!signal.aborted) {
      const nowMs = app.clock.now().getTime();
      if (nowMs >= setAgainMs) {
        failures = (await setWebhook(app)) ? 0 : failures + 1;
        const waitMs = failures === 0 ? RENEW_MS : Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
        setAgainMs = nowMs + waitMs;
      }
      await carryOutPosted(app, signal);
      await pause(POLL_MS, signal);
    }
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
