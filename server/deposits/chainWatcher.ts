import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain, ScannedPart, Scanner } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { openWaiting } from "#server/envelopes/life/openWaiting.ts";
import { clearDispute, markDispute } from "#server/ledger/disputes.ts";
import { workOnDue } from "#server/outbox/failedWork.ts";
import type { BookComparer } from "./bookComparer.ts";
import { bookDust } from "./dust.ts";
import { FinalListing } from "./finalListing.ts";
import { hasToReview, reviewPending } from "./reviewPending.ts";
import { settleFinal } from "./settleFinal.ts";
import { creditAgain } from "./settleOne.ts";
import { storeUnread } from "./storeUnread.ts";
import { findUnstorable, storeTransfers } from "./storeTransfers.ts";

interface MovedCursor {
  settled_position: bigint;
  final_time: Date;
  settled_ref: string | null;
}
type StoredPart = Pick<ScannedPart, "first" | "last" | "head" | "transfers" | "unread">;

/** Positions that one poll moves the cursor back at most, on a local chain. */
const MOST_REWOUND = 1_000n;

/**
 * Finds every payment to the treasury of one chain, reported or not. Each poll stores the transfers of new positions,
 * drops those that a reorganisation removed, and settles those that became final. It may stop at any point and resumes
 * at the stored cursor; the next poll repeats whatever a failed one did not finish. One transfer that cannot be stored or
 * settled holds up no other.
 */
export class ChainWatcher {
  readonly #app: App;
  readonly #chain: Chain;
  readonly #coinType: CoinType;
  readonly #scanner: Scanner;
  /** Whether a transfer that one endpoint calls final could not be settled, so that the next poll tries again. */
  #isHeldUp = false;
  /** Null until the first look, since an earlier process may have marked it. */
  #isPositionDisputed: boolean | null = null;
  readonly #listing: FinalListing;
  readonly #books: BookComparer;

  constructor(app: App, chain: Chain, books: BookComparer) {
    this.#app = app;
    this.#chain = chain;
    this.#coinType = chain.coinType;
    this.#scanner = chain.createScanner();
    this.#listing = new FinalListing(chain, app.database.kysely);
    this.#books = books;
  }

  /** Polls the chain once. Rejects with ChainUnavailable when no endpoint answers. */
  async poll(): Promise<void> {
    try {
      await openWaiting(this.#app, this.#coinType);
      await creditAgain(this.#app, this.#coinType);
      await this.#readOn();
    } catch (error) {
      this.#scanner.invalidateHead();
      throw error;
    }
  }

  async #readOn(): Promise<void> {
    const firstSettled = await this.#readCursor();
    let settled = firstSettled;
    for (let hasMore = true; hasMore;) {
      const scan = await this.#scanner.read(settled);
      if (scan.kind === "unchanged") {
        await this.#books.noteIdle();
        // Without a new block, a newly proven wallet or a reported hash can change a transfer's order.
        return this.#review();
      }
      if (scan.kind === "shorter") return this.#rewind(settled, scan);
      // The chain changed between two reads: the next poll starts from its new head.
      if (scan.kind === "moved") return undefined;
      const { kept: transfers } = await this.#listing.part(scan.transfers);
      await this.#storeScan({ ...scan, transfers });
      this.#scanner.commit();
      this.#isHeldUp = false;
      settled = await this.#settle(settled, scan);
      hasMore = scan.hasMore;
    }
    if (settled > firstSettled) this.#books.noteSettled(settled);
    // The next poll asks again for what is held up, also without a new block.
    if (this.#isHeldUp) this.#scanner.invalidateHead();
    return undefined;
  }

  /** Shows which orders are about to be paid. That moves no money, so a failure holds up no settlement. */
  async #review(): Promise<void> {
    const coinType = this.#coinType;
    const { kysely } = this.#app.database;
    if (!(await hasToReview(kysely, coinType))) return;
    await workOnDue(this.#app, "reviewOrders", coinType, () =>
      retryConflict(() => kysely.transaction().execute((trx) => reviewPending(trx, this.#app, coinType))),
    );
  }

  /** The newest settled position; at the first start, the newest final one before any order. */
  async #readCursor(): Promise<bigint> {
    const { kysely } = this.#app.database;
    const cursor = await kysely
      .selectFrom("chain_cursor")
      .select("settled_position")
      .where("coin_type", "=", this.#coinType)
      .executeTakeFirst();
    if (cursor !== undefined) return cursor.settled_position;
    const final = await this.#chain.readFinal();
    const head = await this.#chain.readHead();
    const { first } = await kysely
      .selectFrom("payment_order")
      .select((select) => select.fn.min("created_position").as("first"))
      .where("coin_type", "=", this.#coinType)
      .executeTakeFirstOrThrow();
    const settled = first === null || first > final ? final : first - 1n;
    await kysely
      .insertInto("chain_cursor")
      .values({
        coin_type: this.#coinType,
        settled_position: settled,
        head_position: head.position,
        updated_at: this.#app.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return settled;
  }

  /**
   * A local chain ends before the cursor, so it lost blocks: the next polls read them again. No transfer is settled twice.
   * A public chain keeps its final blocks, whatever its endpoints say.
   */
  async #rewind(settled: bigint, { head }: { head: bigint }): Promise<void> {
    if (!this.#chain.isLocal) throw new ChainUnavailable(this.#coinType, new Error("it ends before the settled block"));
    const final = await this.#chain.readFinal();
    const least = settled - MOST_REWOUND;
    const position = final > least ? final : least;
    if (position >= settled) return;
    this.#app.logger.warn(
      { coinType: this.#coinType, position: head },
      "the local chain is shorter than the stored cursor: final blocks are read again",
    );
    await this.#app.database.kysely
      .updateTable("chain_cursor")
      // The stored hash belongs to the former position: at this one, the next start would treat the chain as a foreign
      // one.
      .set({ settled_position: position, settled_ref: null, updated_at: this.#app.clock.now() })
      .where("coin_type", "=", this.#coinType)
      .where("settled_position", "=", settled)
      .execute();
    this.#scanner.reset();
    this.#books.reset();
    this.#listing.reset();
  }

  /** Stores what was read and updates the orders. What the database refuses is set aside like what cannot be read. */
  async #storeScan(part: StoredPart): Promise<void> {
    try {
      await this.#store(part);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      const refused = await findUnstorable(this.#app, this.#coinType, part.transfers);
      if (refused.length === 0) throw error;
      const reason = "the database refuses it";
      const unread = refused.map(({ txHash, position }) => ({ txHash, position, reason }));
      const transfers = part.transfers.filter((transfer) => !refused.includes(transfer));
      await this.#store({ ...part, transfers, unread: [...part.unread, ...unread] });
    }
    await this.#review();
  }

  async #store(part: StoredPart): Promise<void> {
    const { database, clock, logger } = this.#app;
    const coinType = this.#coinType;
    const unread = await retryConflict(() =>
      database.kysely.transaction().execute(async (trx) => {
        await storeTransfers(trx, coinType, part, clock.now());
        return storeUnread(trx, coinType, part, clock.now());
      }),
    );
    for (const txHash of unread) {
      const reason = part.unread.find((item) => item.txHash === txHash)?.reason ?? "";
      logger.error({ coinType, txHash, reason }, "a transaction to the treasury cannot be read: it is set aside");
    }
  }

  /**
   * Settles the transfers that are final on two endpoints, up to the scanned final position at most, moves the cursor past
   * them and returns it.
   */
  async #settle(settled: bigint, scan: ScannedPart): Promise<bigint> {
    if (scan.final <= settled) return settled;
    const sharedFinal = await this.#chain.readFinal();
    const upTo = sharedFinal < scan.final ? sharedFinal : scan.final;
    const lastFinal = upTo > settled ? await this.#list(settled, upTo, scan.head) : upTo;
    this.#isHeldUp = lastFinal < scan.final;
    if (lastFinal <= settled) return settled;
    const lastSettled = await settleFinal(this.#app, this.#chain, {
      upTo: lastFinal,
      readRef: (position) => this.#scanner.readRef(position),
      listing: this.#listing,
    });
    if (lastSettled === "otherBlock") return this.#reset();
    // The cursor waits for a transfer; other payments are settled.
    if (lastSettled < lastFinal) this.#isHeldUp = true;
    if (lastSettled <= settled) return settled;
    const ref = this.#scanner.readRef(lastSettled);
    if (ref === undefined) return this.#reset();
    const finalTime = await this.#confirmPosition(lastSettled, ref);
    if (finalTime === null) return settled;
    if (
      !(await this.#moveCursor(settled, { settled_position: lastSettled, final_time: finalTime, settled_ref: ref }))
    ) {
      return settled;
    }
    // An order that is now partly paid may have another transfer that is not final yet.
    await this.#review();
    return lastSettled;
  }

  /** Stores what two endpoints list after the settled position, and answers how far that goes. */
  #list(settled: bigint, upTo: bigint, head: bigint): Promise<bigint> {
    return this.#listing.readOn({ settled, upTo }, (listed, after) =>
      this.#storeScan({ ...listed, first: after + 1n, head }),
    );
  }

  /** Moves the cursor, and books the dust that it passes. False where another process has moved it. */
  async #moveCursor(settled: bigint, to: MovedCursor): Promise<boolean> {
    const at = this.#app.clock.now();
    const upTo = to.settled_position;
    const sums = this.#listing.listDust(settled, upTo);
    const isMoved = await retryConflict(() =>
      this.#app.database.kysely.transaction().execute(async (trx) => {
        const moved = await trx
          .updateTable("chain_cursor")
          .set({ ...to, updated_at: at })
          .where("coin_type", "=", this.#coinType)
          .where("settled_position", "=", settled)
          .returning("coin_type")
          .executeTakeFirst();
        if (moved === undefined) return false;
        await bookDust(trx, this.#coinType, { sums, upTo, at });
        return true;
      }),
    );
    if (isMoved) {
      this.#listing.forget(upTo);
      return true;
    }
    this.#listing.reset();
    this.#isHeldUp = true;
    return false;
  }

  /**
   * The time of the cursor's new position, agreed by two endpoints: it expires orders, and the next start checks the
   * block. Null if the endpoints disagree, which is logged once.
   */
  async #confirmPosition(position: bigint, ref: string | null): Promise<Date | null> {
    const confirmation = await this.#chain.confirmPosition(position);
    if (confirmation.kind === "agreed") {
      if (this.#isPositionDisputed !== false) await clearDispute(this.#app, "Block", this.#coinType);
      this.#isPositionDisputed = false;
      return confirmation.ref === ref ? confirmation.time : this.#reset();
    }
    this.#isHeldUp = true;
    if (this.#isPositionDisputed !== true) {
      await markDispute(this.#app, "Block", this.#coinType, String(position));
      this.#app.logger.error(
        { coinType: this.#coinType, position, reason: confirmation.reason },
        "RPC endpoint mismatch at a final block; settlement halted",
      );
    }
    this.#isPositionDisputed = true;
    return null;
  }

  /** A final block is not the one that was read: the next poll reads everything after the cursor again. */
  #reset(): never {
    this.#listing.reset();
    this.#scanner.reset();
    throw new Error("a block that became final is not the one that was read");
  }
}
