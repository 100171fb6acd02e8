/** As many as are remembered: the newest failures. */
const MAX_KEPT = 1_000;

/** Payouts that could not be read or prepared, although the chain answers: each waits behind the others. */
export class PayoutFailures {
  readonly #payoutIds = new Set<string>();

  /** Answers whether one of them is new. */
  note(payoutIds: readonly string[]): boolean {
    const isNew = payoutIds.some((payoutId) => !this.#payoutIds.has(payoutId));
    for (const payoutId of payoutIds) {
      this.#payoutIds.delete(payoutId);
      this.#payoutIds.add(payoutId);
      const [oldest] = this.#payoutIds;
      if (this.#payoutIds.size > MAX_KEPT && oldest !== undefined) this.#payoutIds.delete(oldest);
    }
    return isNew;
  }

  clear(payoutIds: readonly string[]): void {
    for (const payoutId of payoutIds) this.#payoutIds.delete(payoutId);
  }

  has(payoutId: string): boolean {
    return this.#payoutIds.has(payoutId);
  }

  list(): readonly string[] {
    return [...this.#payoutIds];
  }
}
