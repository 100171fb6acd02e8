import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain, ScannedPart, Scanner } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { openWaiting } from "#server/envelopes/life/openWaiting.ts";
import { settleLanded } from "#server/payouts/settleLanded.ts";
import { bookInternalTransfers } from "./bookInternalTransfers.ts";
import { bookLeftOut } from "./bookLeftOut.ts";
import { recheckTransfer } from "./recheckTransfer.ts";
import { clearDispute, markDispute } from "#server/ledger/disputes.ts";
import {
  clearUncompared,
  keepUncomparedSince,
  LONGEST_UNCOMPARED_MS,
  markUncompared,
} from "#server/ledger/uncompared.ts";
import { type ComparedHolding, compareTreasury, readHolding } from "./reconcileTreasury.ts";
import { reviewPending } from "./reviewPending.ts";
import { settleTransfer } from "./settleTransfer.ts";
import { storeUnread } from "./storeUnread.ts";
import { storeTransfers } from "./storeTransfers.ts";

type StoredPart = Pick<ScannedPart, "first" | "last" | "head" | "transfers" | "unread">;

/** Positions that one poll moves the cursor back at most, on a local chain. */
const MOST_REWOUND = 1_000n;

/**
 * Finds every payment to the treasury of one chain, reported or not. Each poll stores the transfers of new positions,
 * drops those that a reorganisation removed, and settles those that became final. It may stop at any point and resumes
 * at the stored cursor; the next poll repeats whatever a failed one did not finish.
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
  /**
   * The position up to which two endpoints have listed the transfers, and each of these is settled or disputed. Null after
   * a start.
   */
  #listed: bigint | null = null;
  /** What the treasury holds at a final position that is not settled yet. */
  #later: ComparedHolding | null = null;
  /** Whether the last comparison found no balance of the treasury, so that the warning is logged once. */
  #isBalanceUnknown = false;
  /** The first poll after the last comparison of books and chain. */
  #uncomparedSince: Date | null = null;

  constructor(app: App, chain: Chain) {
    this.#app = app;
    this.#chain = chain;
    this.#coinType = chain.coinType;
    this.#scanner = chain.createScanner();
  }

  /** Polls the chain once. Rejects with ChainUnavailable when no endpoint answers. */
  async poll(): Promise<void> {
    this.#uncomparedSince ??= this.#app.clock.now();
    try {
      await openWaiting(this.#app, this.#coinType);
      await this.#readOn();
    } catch (error) {
      this.#scanner.invalidateHead();
      throw error;
    } finally {
      await this.#keepUncompared();
    }
  }

  async #readOn(): Promise<void> {
    const firstSettled = await this.#readCursor();
    let settled = firstSettled;
    for (let hasMore = true; hasMore;) {
      const scan = await this.#scanner.read(settled);
      if (scan.kind === "unchanged") {
        // A local chain may add no blocks.
        if (this.#chain.isLocal && !this.#isBalanceUnknown) await this.#noteCompared();
        return this.#review();
      }
      if (scan.kind === "shorter") return this.#rewind(settled, scan);
      // The chain changed between two reads: the next poll starts from its new head.
      if (scan.kind === "moved") return undefined;
      await this.#storeScan(scan);
      this.#scanner.commit();
      this.#isHeldUp = false;
      settled = await this.#settle(settled, scan);
      hasMore = scan.hasMore;
      // An endpoint that lies about its head lets this go on for ever.
      await this.#noteUncompared();
    }
    if (settled > firstSettled) await this.#reconcile(settled);
    // The next poll asks again for what is held up, also without a new block.
    if (this.#isHeldUp) this.#scanner.invalidateHead();
    return undefined;
  }

  /** Without a new block, only a newly proven wallet or reported hash can change a transfer's order. */
  async #review(): Promise<void> {
    const { kysely } = this.#app.database;
    const pending = await kysely
      .selectFrom("chain_transfer")
      .select("tx_hash")
      .where("coin_type", "=", this.#coinType)
      .where("settled_at", "is", null)
      .limit(1)
      .executeTakeFirst();
    if (pending === undefined) return;
    await retryConflict(() => kysely.transaction().execute((trx) => reviewPending(trx, this.#app, this.#coinType)));
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
    this.#listed = null;
  }

  /** Stores what was read and updates the orders. */
  async #storeScan(part: StoredPart): Promise<void> {
    const { database, clock, logger } = this.#app;
    const coinType = this.#coinType;
    const unread = await retryConflict(() =>
      database.kysely.transaction().execute(async (trx) => {
        await storeTransfers(trx, coinType, part, clock.now());
        const stored = await storeUnread(trx, coinType, part, clock.now());
        await reviewPending(trx, this.#app, coinType);
        return stored;
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
    const lastFinal = upTo > settled ? await this.#listAgain(settled, upTo, scan.head) : upTo;
    this.#isHeldUp = lastFinal < scan.final;
    if (lastFinal <= settled) return settled;
    const { kysely } = this.#app.database;
    const final = await kysely
      .selectFrom("chain_transfer")
      .selectAll()
      .where("coin_type", "=", this.#coinType)
      .where("settled_at", "is", null)
      .where("position", "<=", lastFinal)
      .orderBy("position")
      .orderBy("seen_at")
      .orderBy("tx_hash")
      .orderBy("transfer_index")
      .execute();
    let lastSettled = lastFinal;
    for (const transfer of final) {
      const verdict = await recheckTransfer(this.#app, this.#chain, transfer, this.#scanner.readRef(transfer.position));
      if (verdict === "otherBlock") return this.#reset();
      if (verdict === "confirmed") {
        const id = { coinType: this.#coinType, txHash: transfer.tx_hash, index: transfer.transfer_index };
        const { from_address_key: fromKey, amount_base: amountBase } = transfer;
        await settleTransfer(this.#app, id, { fromKey, amountBase });
      } else if (verdict === "disputed") {
        // The cursor waits for this transfer; other payments are settled.
        if (transfer.position <= lastSettled) lastSettled = transfer.position - 1n;
        this.#isHeldUp = true;
      }
    }
    this.#listed = lastFinal;
    if (lastSettled <= settled) return settled;
    const ref = this.#scanner.readRef(lastSettled);
    if (ref === undefined) return this.#reset();
    const finalTime = await this.#confirmPosition(lastSettled, ref);
    if (finalTime === null) return settled;
    const at = this.#app.clock.now();
    await retryConflict(() =>
      kysely.transaction().execute(async (trx) => {
        await trx
          .updateTable("chain_cursor")
          .set({ settled_position: lastSettled, final_time: finalTime, settled_ref: ref, updated_at: at })
          .where("coin_type", "=", this.#coinType)
          .where("settled_position", "<", lastSettled)
          .execute();
        // An order that is now partly paid may have another transfer that is not final yet.
        await reviewPending(trx, this.#app, this.#coinType);
      }),
    );
    return lastSettled;
  }

  /**
   * Stores what two endpoints list after the settled position, so that none of them alone leaves a payment out, and answers
   * how far that goes. What waits for a disputed transfer is listed once.
   */
  async #listAgain(settled: bigint, upTo: bigint, head: bigint): Promise<bigint> {
    const after = this.#listed !== null && this.#listed > settled ? this.#listed : settled;
    if (upTo <= after) return upTo;
    const listed = await this.#chain.listArrivals({ after, upTo });
    await this.#storeScan({ ...listed, first: after + 1n, head });
    return listed.last;
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

  /** Compares the ledger with the chain at the newest settled position, up to which every transfer is booked. */
  async #reconcile(position: bigint): Promise<void> {
    await bookInternalTransfers(this.#app, this.#chain, position).catch((error: unknown) => {
      // The comparison books the money as a surplus instead. The pool has logged endpoints that do not answer.
      if (error instanceof ChainUnavailable) return;
      this.#app.logger.warn({ coinType: this.#coinType, position, error }, "reading internal transfers failed");
    });
    // What has left the treasury up to here must be in the books first.
    if (!(await settleLanded(this.#app, this.#chain, position))) return;
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
        { coinType: this.#coinType, position },
        "the treasury's balance at a settled block is unknown: the ledger is not compared with the chain",
      );
    }
    this.#isBalanceUnknown = !isKnown;
  }

  async #compare(holding: ComparedHolding): Promise<void> {
    await bookLeftOut(this.#app, this.#chain, holding);
    await compareTreasury(this.#app, this.#coinType, holding);
    await this.#noteCompared();
  }

  async #noteCompared(): Promise<void> {
    const { database, logger } = this.#app;
    this.#uncomparedSince = null;
    if (!(await clearUncompared(database.kysely, this.#coinType))) return;
    logger.warn({ coinType: this.#coinType }, "books and chain are compared again: payouts resume");
  }

  /** The time goes on while the process is started again. */
  async #keepUncompared(): Promise<void> {
    if (this.#uncomparedSince === null) return;
    const { kysely } = this.#app.database;
    this.#uncomparedSince = await keepUncomparedSince(kysely, this.#coinType, this.#uncomparedSince);
    await this.#noteUncompared();
  }

  /** Whatever keeps books and chain from being compared could hide a loss. */
  async #noteUncompared(): Promise<void> {
    const { database, clock, logger } = this.#app;
    const since = this.#uncomparedSince;
    if (since === null || clock.now().getTime() - since.getTime() < LONGEST_UNCOMPARED_MS) return;
    if (!(await markUncompared(database.kysely, this.#coinType, since))) return;
    logger.error({ coinType: this.#coinType }, "books and chain were not compared for fifteen minutes: payouts stop");
  }

  /** A final block is not the one that was read: the next poll reads everything after the cursor again. */
  #reset(): never {
    this.#listed = null;
    this.#scanner.reset();
    throw new Error("a block that became final is not the one that was read");
  }
}
