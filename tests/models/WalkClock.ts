import { SimulatedClock } from "xstate";

/** Simulated time that reports when the next timer is due, so that a walk can stop exactly there. */
export class WalkClock extends SimulatedClock {
  readonly #onTimer: (dueMs: number) => void;

  constructor(onTimer: (dueMs: number) => void) {
    super();
    this.#onTimer = onTimer;
  }

  override setTimeout(handler: (...args: never[]) => void, timeoutMs: number): number {
    this.#onTimer(this.now() + timeoutMs);
    return super.setTimeout(handler as (...args: unknown[]) => void, timeoutMs);
  }
}
