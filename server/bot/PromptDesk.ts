/** At once: fewer than the database's connections, so that a crowd in a group holds up no call of the app. */
const AT_ONCE = 8;
/** Of each kind, more people wait in no memory of ours: they are dropped, and whoever asked asks again. */
const MOST_WAITING = 2_000;
/** The messenger takes an answer within 15 s. */
const LATEST_MS = 12_000;
/** Who asks the same again is told the same, without asking the database. */
const REPEAT_MS = 3_000;

interface Waiting {
  work: () => Promise<void>;
  latestMs: number;
  /** Ends the wait, whatever became of it. */
  settle: () => void;
  settled: Promise<void>;
}

/** What is asked, and by whom. */
interface Place {
  kind: string;
  by: string;
}

/**
 * Works off what people in chats wait for, in memory: a few at once, each soon or never. Everybody has one of a kind at
 * work and one that waits, the newest; kinds take turns, and in a kind people do. What is lost with a process is asked
 * again.
 */
export class PromptDesk {
  readonly #now: () => number;
  /** By kind, those who wait, the longest first. A kind whose turn is over comes last. */
  readonly #waiting = new Map<string, Map<string, Waiting>>();
  readonly #answers = new Map<string, { answer: Promise<unknown>; untilMs: number }>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `work` must not reject. */
  take({ kind, by }: Place, work: () => Promise<void>): void {
    const queue = this.#waiting.get(kind) ?? new Map<string, Waiting>();
    this.#waiting.set(kind, queue);
    const older = queue.get(by);
    if (older === undefined && queue.size >= MOST_WAITING) return;
    older?.settle();
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    // Who asks again keeps the place in the line.
    queue.set(by, { work, latestMs: this.#now() + LATEST_MS, settle, settled });
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

  /** Waits until all that has come until now is answered, or too late. */
  async finish(): Promise<void> {
    const awaited = [...this.#running.values()];
    for (const queue of this.#waiting.values()) for (const { settled } of queue.values()) awaited.push(settled);
    await Promise.all(awaited);
  }

  #startNext(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#takeNext();
      if (next === null) return;
      const { name, prompt } = next;
      const { work, latestMs, settle } = prompt;
      if (latestMs < this.#now()) {
        settle();
        continue;
      }
      const running = work().finally(() => {
        this.#running.delete(name);
        settle();
        this.#startNext();
      });
      this.#running.set(name, running);
    }
  }

  /** The longest waiting one of the kind whose turn it is, of somebody who has none of it at work. */
  #takeNext(): { name: string; prompt: Waiting } | null {
    for (const [kind, queue] of this.#waiting) {
      for (const [by, prompt] of queue) {
        const name = `${kind}:${by}`;
        if (this.#running.has(name)) continue;
        queue.delete(by);
        this.#waiting.delete(kind);
        if (queue.size > 0) this.#waiting.set(kind, queue);
        return { name, prompt };
      }
    }
    return null;
  }
}
