/** Ends a turn. Whoever has one calls it in the end. */
export type Leave = () => void;

/** A turn, or why there is none: too many wait already, or what `dismiss` said. */
type Turn<Why extends string> = Leave | "full" | Why;

interface Limits {
  atOnce: number;
  /** At once of one key. */
  ofKey?: number;
  /** In one line. */
  mostWaiting?: number;
  /** Nobody waits for the end of another key's turn. */
  isHasty?: boolean;
}

/**
 * Lets a few in at once, altogether and of each key, while the others wait in the line of their key. Lines take turns:
 * a long one delays no short one.
 */
export class Lines<Key, Why extends string = never> {
  readonly #limits: Required<Limits>;
  readonly #inside = new Map<Key, number>();
  /** The line whose turn was longest ago comes first. */
  readonly #waiting = new Map<Key, Set<(turn: Turn<Why>) => void>>();
  #total = 0;

  constructor({ atOnce, ofKey = atOnce, mostWaiting = Infinity, isHasty = false }: Limits) {
    this.#limits = { atOnce, ofKey, mostWaiting, isHasty };
  }

  /** Calls `begin` when its turn has come: at once if it has. */
  wait(key: Key, begin: (turn: Turn<Why>) => void): void {
    const { mostWaiting, isHasty } = this.#limits;
    const line = this.#waiting.get(key) ?? new Set();
    const isHeldByOthers = this.#isFull() && !this.#isAtLimit(key);
    if (line.size >= mostWaiting || (isHasty && isHeldByOthers)) return begin("full");
    line.add(begin);
    this.#waiting.set(key, line);
    return this.#giveTurns();
  }

  /** Waits for a turn; where the signal aborts first there is none. */
  enter(key: Key, signal?: AbortSignal): Promise<Turn<Why>> {
    const { promise, resolve } = Promise.withResolvers<Turn<Why>>();
    this.wait(key, resolve);
    const stop = () => {
      if (this.#waiting.get(key)?.delete(resolve) === true) resolve("full");
    };
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", stop));
  }

  /** Sends everybody away who waits in this line. */
  dismiss(key: Key, why: Why): void {
    const line = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const begin of line) begin(why);
  }

  #isFull(): boolean {
    return this.#total >= this.#limits.atOnce;
  }

  #isAtLimit(key: Key): boolean {
    return (this.#inside.get(key) ?? 0) >= this.#limits.ofKey;
  }

  #giveTurns(): void {
    for (const [key, line] of this.#waiting) {
      if (this.#isFull()) return;
      if (this.#isAtLimit(key)) continue;
      const [next] = line;
      this.#waiting.delete(key);
      if (next === undefined) continue;
      line.delete(next);
      if (line.size > 0) this.#waiting.set(key, line);
      this.#count(key, 1);
      next(() => {
        this.#count(key, -1);
        this.#giveTurns();
      });
    }
  }

  #count(key: Key, change: 1 | -1): void {
    const inside = (this.#inside.get(key) ?? 0) + change;
    if (inside === 0) this.#inside.delete(key);
    else this.#inside.set(key, inside);
    this.#total += change;
  }
}
