const MESSAGES_A_WINDOW = 20;
const WINDOW_MS = 60_000;

/**
 * Keeps the bot within the messenger's limit of 20 messages and edits a minute per group, and silent while it was asked
 * to wait.
 */
export class GroupGate {
  readonly #sentAtMs = new Map<bigint, number[]>();
  readonly #closedUntilMs = new Map<bigint, number>();

  /** When the next message may go to this group, in ms since the epoch; at most `nowMs` means now. */
  nextTurnMs(chatId: bigint, nowMs: number): number {
    const recent = (this.#sentAtMs.get(chatId) ?? []).filter((sentMs) => sentMs > nowMs - WINDOW_MS);
    this.#sentAtMs.set(chatId, recent);
    const [oldest] = recent;
    const freeMs = oldest !== undefined && recent.length >= MESSAGES_A_WINDOW ? oldest + WINDOW_MS : 0;
    return Math.max(freeMs, this.#closedUntilMs.get(chatId) ?? 0);
  }

  noteSent(chatId: bigint, nowMs: number): void {
    this.#sentAtMs.set(chatId, [...(this.#sentAtMs.get(chatId) ?? []), nowMs]);
  }

  /** The messenger asked to wait until this time. */
  close(chatId: bigint, untilMs: number): void {
    this.#closedUntilMs.set(chatId, untilMs);
  }
}
