import type { App } from "#server/app.ts";
import type { SendOutcome } from "./botApi.ts";
import type { Delivery } from "#server/outbox/deliver.ts";

const MESSAGES_A_WINDOW = 20;
const WINDOW_MS = 60_000;

/**
 * Keeps the bot within the messenger's limit of 20 messages and edits a minute per group, or a lower one of ours, and
 * silent while it was asked to wait.
 */
export class GroupGate {
  readonly #most: number;
  readonly #sentAtMs = new Map<bigint, number[]>();
  readonly #closedUntilMs = new Map<bigint, number>();
  #forgotAtMs = -Infinity;

  constructor(most = MESSAGES_A_WINDOW) {
    this.#most = most;
  }

  /** Writes to a group when its turn has come, else says when that is. */
  async send<Outcome extends SendOutcome | Delivery>(
    { clock }: Pick<App, "clock">,
    chatId: bigint,
    write: () => Promise<Outcome>,
  ): Promise<Outcome | { kind: "later"; until: Date }> {
    const nowMs = clock.now().getTime();
    const turnMs = this.nextTurnMs(chatId, nowMs);
    if (turnMs > nowMs) return { kind: "later", until: new Date(turnMs) };
    this.noteSent(chatId, nowMs);
    const outcome = await write();
    const waitMs = outcome.kind === "retry" ? outcome.retryAfterMs : null;
    if (waitMs !== null) this.close(chatId, clock.now().getTime() + waitMs);
    return outcome;
  }

  /** When the next message may go to this group, in ms since the epoch; at most `nowMs` means now. */
  nextTurnMs(chatId: bigint, nowMs: number): number {
    const recent = this.#readRecent(chatId, nowMs);
    const [oldest] = recent;
    const freeMs = oldest !== undefined && recent.length >= this.#most ? oldest + WINDOW_MS : 0;
    return Math.max(freeMs, this.#closedUntilMs.get(chatId) ?? 0);
  }

  noteSent(chatId: bigint, nowMs: number): void {
    this.#forgetOld(nowMs);
    this.#sentAtMs.set(chatId, [...this.#readRecent(chatId, nowMs), nowMs]);
  }

  /** Groups that it remembers. */
  get size(): number {
    return new Set([...this.#sentAtMs.keys(), ...this.#closedUntilMs.keys()]).size;
  }

  #readRecent(chatId: bigint, nowMs: number): number[] {
    return (this.#sentAtMs.get(chatId) ?? []).filter((sentMs) => sentMs > nowMs - WINDOW_MS);
  }

  /** Once a window: a group that nothing holds back needs no memory. */
  #forgetOld(nowMs: number): void {
    if (Math.abs(nowMs - this.#forgotAtMs) < WINDOW_MS) return;
    this.#forgotAtMs = nowMs;
    for (const chatId of this.#sentAtMs.keys()) {
      if (this.#readRecent(chatId, nowMs).length === 0) this.#sentAtMs.delete(chatId);
    }
    for (const [chatId, untilMs] of this.#closedUntilMs) if (untilMs <= nowMs) this.#closedUntilMs.delete(chatId);
  }

  /** The messenger asked to wait until this time. */
  close(chatId: bigint, untilMs: number): void {
    this.#closedUntilMs.set(chatId, untilMs);
  }
}
