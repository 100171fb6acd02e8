/** At once: fewer than the database's connections, so that a crowd in a group holds up no call of the app. */
const AT_ONCE = 8;
/** More wait in no memory of ours: they are dropped, and whoever asked asks again. */
const MOST_WAITING = 2_000;
/** The messenger takes an answer within 15 s. */
const LATEST_MS = 12_000;
/** Who asks the same again is told the same, without asking the database. */
const REPEAT_MS = 3_000;

interface Waiting {
  work: () => Promise<void>;
  latestMs: number;
}

/**
 * Works off what people in chats wait for, in memory: a few at once, each soon or never. What is lost with a process is
 * asked again.
 */
export class PromptDesk {
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  readonly #answers = new Map<string, { answer: Promise<unknown>; untilMs: number }>();
  readonly #running = new Set<Promise<void>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `work` must not reject. */
  take(work: () => Promise<void>): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push({ work, latestMs: this.#now() + LATEST_MS });
    this.#startNext();
  }

  /** The answer to the same question of the last three seconds, else a new one. */
  recall<Answer>(question: string, ask: () => Promise<Answer>): { answer: Promise<Answer>; isRepeat: boolean } {
    const nowMs = this.#now();
    for (const [known, { untilMs }] of this.#answers) {
      if (untilMs > nowMs) break;
      this.#answers.delete(known);
    }
    const recent = this.#answers.get(question);
    // Stored under this name by the same code.
    if (recent !== undefined) return { answer: recent.answer as Promise<Answer>, isRepeat: true };
    const answer = ask();
    this.#answers.set(question, { answer, untilMs: nowMs + REPEAT_MS });
    return { answer, isRepeat: false };
  }

  /** Waits for what has begun and drops the rest. */
  async finish(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#running);
  }

  #startNext(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (next.latestMs < this.#now()) continue;
      const running = next.work().finally(() => {
        this.#running.delete(running);
        this.#startNext();
      });
      this.#running.add(running);
    }
  }
}
