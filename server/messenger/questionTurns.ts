/** Questions of one person that may be under way. */
const OF_PERSON = 4;
const AT_ONCE = 64;
/** Of one person; more of them get no turn. */
const MOST_WAITING = 500;

type Leave = () => void;

/** Lets people's lists ask the messenger in turns: a long one delays no short one of somebody else. */
export class QuestionTurns {
  readonly #asking = new Map<bigint, number>();
  /** Who has waited longest for a turn comes first. */
  readonly #waiting = new Map<bigint, ((leave: Leave) => void)[]>();
  #total = 0;

  /** Waits for a turn. Whoever has it calls the result in the end; null: too many questions of this person wait. */
  enter(person: bigint): Promise<Leave | null> {
    const line = this.#waiting.get(person) ?? [];
    if (line.length >= MOST_WAITING) return Promise.resolve(null);
    return new Promise((resolve) => {
      line.push(resolve);
      this.#waiting.set(person, line);
      this.#giveTurns();
    });
  }

  #giveTurns(): void {
    for (const [person, line] of this.#waiting) {
      if (this.#total >= AT_ONCE) return;
      const asking = this.#asking.get(person) ?? 0;
      const next = asking < OF_PERSON ? line.shift() : undefined;
      if (next === undefined) continue;
      this.#waiting.delete(person);
      if (line.length > 0) this.#waiting.set(person, line);
      this.#asking.set(person, asking + 1);
      this.#total += 1;
      next(this.#createLeave(person));
    }
  }

  #createLeave(person: bigint): Leave {
    return () => {
      const asking = (this.#asking.get(person) ?? 1) - 1;
      if (asking === 0) this.#asking.delete(person);
      else this.#asking.set(person, asking);
      this.#total -= 1;
      this.#giveTurns();
    };
  }
}
