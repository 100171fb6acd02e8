import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import {
  clearUncompared,
  keepUncomparedSince,
  LONGEST_UNCOMPARED_MS,
  markUncompared,
} from "#server/ledger/uncompared.ts";
import { isFollowed } from "#server/payouts/book.ts";
import { bookInternalTransfers } from "./bookInternalTransfers.ts";
import { bookLeftOut } from "./bookLeftOut.ts";
import { type ComparedHolding, compareTreasury, readHolding } from "./reconcileTreasury.ts";

/**
 * Compares the ledger with the chain at the newest settled position, up to which every transfer is booked. It waits for
 * payouts and for older balances, so that deposits wait for neither.
 */
export class BookComparer {
  readonly #app: App;
  readonly #chain: Chain;
  /** The newest settled position that no comparison was begun at. */
  #settled: bigint | null = null;
  /** A settled position that waits until the payouts up to it are booked. */
  #due: bigint | null = null;
  /** What the treasury holds at a final position that is not settled yet. */
  #later: ComparedHolding | null = null;
  /** Whether the last comparison found no balance of the treasury, so that the warning is logged once. */
  #isBalanceUnknown = false;
  /** The first step after the last comparison of books and chain. */
  #uncomparedSince: Date | null = null;

  constructor(app: App, chain: Chain) {
    this.#app = app;
    this.#chain = chain;
  }

  /** Everything up to a position is settled. */
  noteSettled(position: bigint): void {
    this.#settled = position;
  }

  /** The chain lost blocks: what was settled is read again. */
  reset(): void {
    this.#settled = null;
    this.#due = null;
    this.#later = null;
  }

  /** The chain has no new block. A local one may add none. */
  async noteIdle(): Promise<void> {
    if (this.#chain.isLocal && !this.#isBalanceUnknown) await this.#noteCompared();
  }

  /**
   * Compares once at a settled position, up to which payouts are followed. Counts the time without a comparison also
   * while the chain is read without an end, as toward a head that an endpoint has invented. Rejects with ChainUnavailable
   * when no endpoint answers.
   */
  async step(): Promise<void> {
    this.#uncomparedSince ??= this.#app.clock.now();
    const newest = this.#settled;
    this.#settled = null;
    try {
      if (newest !== null) await this.#bookInternal(newest);
      // The older one first: the newest may always be ahead of what is followed.
      for (const position of [this.#due, newest]) {
        if (position === null) continue;
        this.#due = position;
        if (!(await this.#reconcile(position))) {
          if (position !== newest) this.#settled ??= newest;
          return;
        }
        this.#due = null;
      }
    } finally {
      await this.#keepUncompared();
    }
  }

  async #bookInternal(position: bigint): Promise<void> {
    const { coinType } = this.#chain;
    await bookInternalTransfers(this.#app, this.#chain, position).catch((error: unknown) => {
      // The comparison books the money as a surplus instead. The pool has logged endpoints that do not answer.
      if (error instanceof ChainUnavailable) return;
      this.#app.logger.warn({ coinType, position, error }, "reading internal transfers failed");
    });
  }

  /** False where it has to wait: what has left the treasury up to here must be in the books first. */
  async #reconcile(position: bigint): Promise<boolean> {
    const { coinType } = this.#chain;
    if (!(await isFollowed(this.#app.database.kysely, coinType, position))) return false;
    if (this.#later !== null && this.#later.position <= position) {
      await this.#compare(this.#later);
      this.#later = null;
    }
    const holding = await readHolding(this.#app, this.#chain, position);
    if (holding !== null && holding.position <= position) await this.#compare(holding);
    else this.#later ??= holding;
    const isKnown = holding !== null;
    if (!isKnown && !this.#isBalanceUnknown) {
      this.#app.logger.warn(
        { coinType, position },
        "the treasury's balance at a settled block is unknown: the ledger is not compared with the chain",
      );
    }
    this.#isBalanceUnknown = !isKnown;
    return true;
  }

  async #compare(holding: ComparedHolding): Promise<void> {
    await bookLeftOut(this.#app, this.#chain, holding);
    await compareTreasury(this.#app, this.#chain.coinType, holding);
    await this.#noteCompared();
  }

  async #noteCompared(): Promise<void> {
    const { database, logger } = this.#app;
    const { coinType } = this.#chain;
    this.#uncomparedSince = null;
    if (!(await clearUncompared(database.kysely, coinType))) return;
    logger.warn({ coinType }, "books and chain are compared again: payouts resume");
  }

  /** The time goes on while the process is started again. */
  async #keepUncompared(): Promise<void> {
    if (this.#uncomparedSince === null) return;
    const { kysely } = this.#app.database;
    this.#uncomparedSince = await keepUncomparedSince(kysely, this.#chain.coinType, this.#uncomparedSince);
    await this.#noteUncompared();
  }

  /** Whatever keeps books and chain from being compared could hide a loss. */
  async #noteUncompared(): Promise<void> {
    const { database, clock, logger } = this.#app;
    const { coinType } = this.#chain;
    const since = this.#uncomparedSince;
    if (since === null || clock.now().getTime() - since.getTime() < LONGEST_UNCOMPARED_MS) return;
    if (!(await markUncompared(database.kysely, coinType, since))) return;
    logger.error({ coinType }, "books and chain were not compared for fifteen minutes: payouts stop");
  }
}
