import { TelegramRefusal } from "./telegramRefusal.ts";
import type { TelegramWorld } from "./telegramWorld.ts";
import type { BotUpdate } from "./worldState.ts";

const MAX_TIMEOUT_S = 50;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

/** Delivers updates to the bot: by long polling or by webhook, never both. */
export class UpdateQueue {
  readonly #world: TelegramWorld;
  #cancelWait: ((error: TelegramRefusal) => void) | null = null;
  #isDelivering = false;

  constructor(world: TelegramWorld) {
    this.#world = world;
    world.onUpdate(() => void this.#deliver());
    void this.#deliver();
  }

  /** The updates from `offset` on; waits up to `timeoutS` seconds if there are none. */
  async poll(offset: number | null, limit: number, timeoutS: number, gone: AbortSignal): Promise<BotUpdate[]> {
    const { state } = this.#world;
    if (state.webhook !== null) {
      throw new TelegramRefusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    this.#cancelWait?.(
      new TelegramRefusal(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
      ),
    );
    if (offset !== null) this.#confirm(offset);
    if (state.updates.length === 0 && timeoutS > 0) await this.#wait(Math.min(timeoutS, MAX_TIMEOUT_S), gone);
    return state.updates.slice(0, limit);
  }

  #confirm(offset: number): void {
    const { state } = this.#world;
    const before = state.updates.length;
    state.updates =
      offset < 0 ? state.updates.slice(offset) : state.updates.filter((update) => update.update_id >= offset);
    if (state.updates.length !== before) this.#world.changed();
  }

  async #wait(timeoutS: number, gone: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        stopListening();
        gone.removeEventListener("abort", leave);
        this.#cancelWait = null;
        settle();
      };
      const leave = (): void => finish(resolve);
      const timer = setTimeout(leave, timeoutS * 1000);
      const stopListening = this.#world.onUpdate(leave);
      gone.addEventListener("abort", leave, { once: true });
      this.#cancelWait = (error) => finish(() => reject(error));
    });
  }

  async #deliver(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    let attempt = 0;
    for (;;) {
      const { webhook, updates } = this.#world.state;
      const update = updates[0];
      if (webhook === null || update === undefined) break;
      const isDelivered = await fetch(webhook.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(webhook.secretToken === null ? {} : { "x-telegram-bot-api-secret-token": webhook.secretToken }),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.timeout(10_000),
      }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isDelivered) {
        attempt = 0;
        this.#confirm(update.update_id + 1);
      } else {
        const waitMs = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 1_000;
        attempt += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, waitMs);
        });
      }
    }
    this.#isDelivering = false;
  }

  /** Starts posting queued updates after a webhook was set. */
  startDelivery(): void {
    void this.#deliver();
  }
}
