import { Lines } from "#server/lines.ts";

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
}

/** What is asked, and by whom. */
interface Place {
  kind: string;
  by: string;
}

/** Somebody's questions of a kind: one is at work or in the line, and the newest comes next. */
interface Asker {
  next: Waiting | null;
  /** Ends the wait for all of them. */
  settle: () => void;
  settled: Promise<void>;
}

/**
 * Works off what people in chats wait for, in memory: a few at once, each soon or never. Everybody has one of a kind at
 * work and one that waits, the newest; kinds take turns, and in a kind people do. What is lost with a process is asked
 * again.
 */
export class PromptDesk {
  readonly #now: () => number;
  readonly #lines = new Lines<string>({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  readonly #askers = new Map<string, Asker>();
  readonly #answers = new Map<string, { answer: Promise<unknown>; untilMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `work` must not reject. */
  take({ kind, by }: Place, work: () => Promise<void>): void {
    const name = `${kind}:${by}`;
    const next = { work, latestMs: this.#now() + LATEST_MS };
    const known = this.#askers.get(name);
    // Who asks again keeps the place in the line.
    if (known !== undefined) return void (known.next = next);
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    const asker = { next, settle, settled };
    this.#askers.set(name, asker);
    return this.#waitFor(kind, name, asker);
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

  /** Waits until all that has come is answered, or too late. */
  async finish(): Promise<void> {
    await Promise.all([...this.#askers.values()].map(({ settled }) => settled));
  }

  #waitFor(kind: string, name: string, asker: Asker): void {
    this.#lines.wait(kind, (turn) => {
      if (turn === "full") return this.#forget(name, asker);
      const work = this.#takeNext(asker) ?? Promise.resolve();
      return void work.finally(() => {
        turn();
        if (asker.next === null) this.#forget(name, asker);
        else this.#waitFor(kind, name, asker);
      });
    });
  }

  /** Null where nobody can be told any more. */
  #takeNext(asker: Asker): Promise<void> | null {
    const { next } = asker;
    asker.next = null;
    return next === null || next.latestMs < this.#now() ? null : next.work();
  }

  #forget(name: string, { settle }: Asker): void {
    this.#askers.delete(name);
    settle();
  }
}
