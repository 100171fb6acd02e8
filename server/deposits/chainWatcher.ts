import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain, ChainTransfer, ScannedPart, Scanner } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { joinTold } from "#server/chains/quorum.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { transact } from "#server/db/transact.ts";
import { openWaiting } from "#server/envelopes/life/openEnvelopes.ts";
import { clearDispute, markDispute } from "#server/ledger/disputes.ts";
import { workOnDue } from "#server/outbox/failedWork.ts";
import type { BookComparer } from "./bookComparer.ts";
import { Arrivals } from "./arrivals.ts";
import { bookDust } from "./dust.ts";
import { hasToReview, reviewPending } from "./reviewPending.ts";
import { creditAgain, settleAgreed } from "./settle.ts";
import { findUnstorable, type FoundPart, storeTransfers, storeUnread } from "./storeTransfers.ts";

interface MovedCursor {
  settled_position: bigint;
  final_time: Date;
  settled_ref: string | null;
}

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
  readonly #arrivals: Arrivals;
  readonly #books: BookComparer;

  constructor(app: App, chain: Chain, books: BookComparer) {
    this.#app = app;
    this.#chain = chain;
    this.#coinType = chain.coinType;
    this.#scanner = chain.createScanner();
    this.#arrivals = new Arrivals(chain, app.database.kysely, ({ last, agreed, disputed, unread }, { after, head }) =>
      this.#storePart({ first: after + 1n, last, head, transfers: { kind: "listed", agreed, disputed }, unread }),
    );
    this.#books = books;
  }

  /** Polls the chain once. Rejects with ChainUnavailable when no endpoint answers. */
  async poll(): Promise<void> {
    try {
      await openWaiting(this.#app, this.#coinType);
      await creditAgain(this.#app, this.#coinType);
      await this.#readDisputed();
      await this.#readOn();
    } catch (error) {
      this.#scanner.invalidateHead();
      throw error;
    }
  }

  /** Settles what was disputed and two endpoints have alike by now, wherever the cursor is. */
  async #readDisputed(): Promise<void> {
    const transfers = await this.#arrivals.readDisputed();
    if (transfers.asked.length === 0) return;
    const cursor = await this.#app.database.kysely
      .selectFrom("chain_cursor")
      .select(["settled_position", "head_position"])
      .where("coin_type", "=", this.#coinType)
      .executeTakeFirstOrThrow();
    const [settled, head] = [cursor.settled_position, cursor.head_position];
    await this.#storePart({ first: settled + 1n, last: settled, head, transfers, unread: [] });
    if (transfers.agreed.length > 0) await settleAgreed(this.#app, this.#coinType, settled);
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
      await this.#storeSeen(scan);
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

  /** Stores what one endpoint has seen where two have not listed yet: it shows what is on its way, and moves no money. */
  async #storeSeen({ first, last, head, transfers, unread }: ScannedPart): Promise<void> {
    const isNew = ({ position }: { position: bigint }) => !this.#arrivals.isListed(position);
    const seen = await this.#arrivals.withoutDust(transfers.filter(isNew));
    const firstNew = this.#arrivals.firstAfter(first);
    const part = {
      first: firstNew,
      last,
      head,
      transfers: { kind: "seen" as const, seen },
      unread: unread.filter(isNew),
    };
    await this.#storePart(part);
  }

  /** Shows which orders are about to be paid. That moves no money, so a failure holds up no settlement. */
  async #review(): Promise<void> {
    const coinType = this.#coinType;
    const { kysely } = this.#app.database;
    if (!(await hasToReview(kysely, coinType))) return;
    await workOnDue(this.#app, "reviewOrders", coinType, () =>
      transact(kysely, (trx) => reviewPending(trx, this.#app, coinType)),
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
    this.#arrivals.reset();
  }

  /** Stores what was read and updates the orders. What the database refuses is set aside like what cannot be read. */
  async #storePart(part: FoundPart): Promise<void> {
    try {
      await this.#store(part);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      const { transfers } = part;
      const all = transfers.kind === "seen" ? transfers.seen : [...transfers.agreed, ...transfers.disputed];
      const readings = all.flatMap((transfer) => transfer.told ?? [transfer]);
      const refused = new Set(await findUnstorable(this.#app, this.#coinType, readings));
      if (refused.size === 0) throw error;
      const keep = (some: readonly ChainTransfer[]) => some.filter((transfer) => !refused.has(transfer));
      // What another endpoint tells of the same transfer stays.
      const keepTold = (some: readonly ChainTransfer[]) =>
        some
          .map((transfer) => keep(transfer.told ?? [transfer]))
          .flatMap((told) => (told.length > 0 ? [joinTold(told)] : []));
      const reason = "the database refuses it";
      const unread = [...refused].map(({ txHash, position }) => ({ txHash, position, reason }));
      await this.#store({
        ...part,
        transfers:
          transfers.kind === "seen"
            ? { kind: "seen", seen: keep(transfers.seen) }
            : { ...transfers, agreed: keep(transfers.agreed), disputed: keepTold(transfers.disputed) },
        unread: [...part.unread, ...unread],
      });
    }
    await this.#review();
  }

  async #store(part: FoundPart): Promise<void> {
    const { database, clock, logger } = this.#app;
    const coinType = this.#coinType;
    const { disputed, unread } = await transact(database.kysely, async (trx) => ({
      disputed: await storeTransfers(trx, coinType, part, clock.now()),
      unread: await storeUnread(trx, coinType, part, clock.now()),
    }));
    for (const txHash of disputed) {
      const reason = "one has it otherwise, or has it not";
      logger.error({ coinType, txHash, reason }, "the RPC endpoints disagree on a transfer: it is not settled");
    }
    for (const txHash of unread) {
      const reason = part.unread.find((item) => item.txHash === txHash)?.reason ?? "";
      logger.error({ coinType, txHash, reason }, "a transaction to the treasury cannot be read: it is set aside");
    }
  }

  /**
   * Settles what two endpoints list alike as final, up to the scanned final position at most, moves the cursor past it and
   * returns it. The cursor waits before what they list alike and is not settled; what is disputed it passes.
   */
  async #settle(settled: bigint, scan: ScannedPart): Promise<bigint> {
    if (scan.final <= settled) return settled;
    const sharedFinal = await this.#chain.readFinal();
    const upTo = sharedFinal < scan.final ? sharedFinal : scan.final;
    const listed = upTo > settled ? await this.#arrivals.readOn({ settled, upTo, head: scan.head }) : upTo;
    this.#isHeldUp = listed < scan.final;
    if (listed <= settled) return settled;
    const lastSettled = await settleAgreed(this.#app, this.#coinType, listed);
    if (lastSettled < listed) this.#isHeldUp = true;
    if (lastSettled <= settled) return settled;
    const confirmed = await this.#confirmPosition(lastSettled);
    if (confirmed === null) return settled;
    const to = { settled_position: lastSettled, final_time: confirmed.time, settled_ref: confirmed.ref };
    if (!(await this.#moveCursor(settled, to))) return settled;
    // An order that is now partly paid may have another transfer that is not final yet.
    await this.#review();
    return lastSettled;
  }

  /** Moves the cursor, and books the dust that it passes. False where another process has moved it. */
  async #moveCursor(settled: bigint, to: MovedCursor): Promise<boolean> {
    const at = this.#app.clock.now();
    const upTo = to.settled_position;
    const sums = this.#arrivals.listDust(settled, upTo);
    const isMoved = await transact(this.#app.database.kysely, async (trx) => {
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
    });
    if (isMoved) {
      this.#arrivals.forget(upTo);
      return true;
    }
    this.#arrivals.reset();
    this.#isHeldUp = true;
    return false;
  }

  /**
   * The block at the cursor's new position, agreed by two endpoints: its time expires orders, and the next start checks it.
   * Null if the endpoints disagree, which is logged once.
   */
  async #confirmPosition(position: bigint): Promise<{ ref: string | null; time: Date } | null> {
    const confirmation = await this.#chain.confirmPosition(position);
    if (confirmation.kind === "agreed") {
      await clearDispute(this.#app, "Block", this.#coinType);
      return confirmation;
    }
    this.#isHeldUp = true;
    if (await markDispute(this.#app, "Block", this.#coinType, String(position))) {
      this.#app.logger.error(
        { coinType: this.#coinType, position, reason: confirmation.reason },
        "RPC endpoint mismatch at a final block; settlement halted",
      );
    }
    return null;
  }
}
