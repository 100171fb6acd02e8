import type { Update } from "grammy/types";
import type { App } from "#server/app.ts";
import { pause } from "#server/jobs/pause.ts";
import { handleUpdate, UpdateDelayed } from "./handleUpdate.ts";

const MAX_TRIES = 5;
const FIRST_WAIT_MS = 1_000;

/** Carries an update out, and again while the messenger asks to wait; one that keeps failing is left, so that the others go on. */
export async function carryOutUpdate(app: App, update: Update, signal: AbortSignal): Promise<void> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      return await handleUpdate(app, update);
    } catch (error) {
      if (tries === MAX_TRIES) {
        app.logger.error({ job: "bot", error }, "an update of the bot was left");
        return;
      }
      const retryAfterMs = error instanceof UpdateDelayed ? error.retryAfterMs : null;
      await pause(retryAfterMs ?? FIRST_WAIT_MS * tries, signal);
    }
  }
}
