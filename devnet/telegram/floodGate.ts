const BURST = 4;
const PER_SECOND = 1;
const GROUP_LIMIT = 20;
const GROUP_WINDOW_MS = 60_000;

interface Gate {
  tokens: number;
  filledAtMs: number;
  blockedUntilMs: number;
  recentMs: number[];
}

/**
 * Telegram's flood limits: about one message a second per chat with small bursts, 20 a minute per group; edits count. A
 * sender above the limit must wait `retry_after`, and further tries do not shorten it.
 */
export class FloodGate {
  readonly #now: () => number;
  readonly #gates = new Map<number, Gate>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one message for a chat. Returns 0 if it is allowed, else the whole seconds to wait. */
  take(chatId: number): number {
    const nowMs = this.#now();
    const gate = this.#gates.get(chatId) ?? { tokens: BURST, filledAtMs: nowMs, blockedUntilMs: 0, recentMs: [] };
    this.#gates.set(chatId, gate);
    if (nowMs < gate.blockedUntilMs) return Math.ceil((gate.blockedUntilMs - nowMs) / 1000);

    gate.tokens = Math.min(BURST, gate.tokens + ((nowMs - gate.filledAtMs) / 1000) * PER_SECOND);
    gate.filledAtMs = nowMs;
    gate.recentMs = gate.recentMs.filter((sentMs) => sentMs > nowMs - GROUP_WINDOW_MS);

    const oldestMs = gate.recentMs[0];
    if (chatId < 0 && oldestMs !== undefined && gate.recentMs.length >= GROUP_LIMIT) {
      return block(gate, nowMs, oldestMs + GROUP_WINDOW_MS - nowMs);
    }
    if (gate.tokens < 1) return block(gate, nowMs, ((1 - gate.tokens) / PER_SECOND) * 1000);
    gate.tokens -= 1;
    gate.recentMs.push(nowMs);
    return 0;
  }
}

function block(gate: Gate, nowMs: number, waitMs: number): number {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  gate.blockedUntilMs = nowMs + seconds * 1000;
  return seconds;
}
