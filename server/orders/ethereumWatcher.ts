import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import type { Block, EthereumChain, Head } from "#server/chains/ethereum/ethereumChain.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { openWaiting } from "#server/envelopes/openWaiting.ts";
import { ApiError } from "#server/http/apiError.ts";
import { reconcileTreasury } from "#server/ledger/reconcileTreasury.ts";
import { bookInternalTransfers } from "./bookInternalTransfers.ts";
import { recheckTransfer } from "./recheckTransfer.ts";
import { reviewPending } from "./reviewPending.ts";
import { settleTransfer } from "./settleTransfer.ts";
import { toReading } from "./transferReading.ts";

/** Blocks stored in one transaction, so that catching up with many blocks makes progress step by step. */
const CHUNK_BLOCKS = 50;
const COIN = "eth";

interface SeenBlock {
  hash: string;
  time: Date;
}

/**
 * Finds every payment to the treasury, reported or not. Each poll stores the transfers of new blocks, drops those that
 * a reorganisation removed, and settles those that became final. It may be stopped at any point and resumes at the
 * stored cursor; the next poll repeats whatever a failed one left undone.
 */
export class EthereumWatcher {
  readonly #app: App;
  readonly #chain: EthereumChain;
  /** Blocks read and not settled yet, by number: from the cursor on without a gap, each the parent of the next. */
  readonly #seen = new Map<number, SeenBlock>();
  #lastHead: Head | null = null;
  /** Whether something that is final to an endpoint could not be settled, so that the next poll asks again. */
  #isHeldUp = false;
  #isBlockDisputed = false;
  /** Whether the last comparison found no balance of the treasury, so that the warning is logged once. */
  #isBalanceUnknown = false;

  constructor(app: App, chain: EthereumChain) {
    this.#app = app;
    this.#chain = chain;
  }

  /** Polls the chain once. Rejects with chainUnavailable when no endpoint answers. */
  async poll(): Promise<void> {
    await openWaiting(this.#app, COIN);
    const head = await this.#chain.readHead();
    if (head.hash === this.#lastHead?.hash && head.finalized === this.#lastHead.finalized) return this.#review();
    const firstBlock = await this.#readNextBlock(head);
    let nextBlock = firstBlock;
    await this.#forgetDropped(nextBlock, head);
    let tip = nextBlock - 1 + this.#seen.size;
    this.#isHeldUp = false;
    do {
      const last = Math.min(tip + CHUNK_BLOCKS, head.number);
      const blocks = await this.#chain.readBlocks(tip + 1, last);
      // The chain changed between two reads: the next poll starts from its new head.
      if (!this.#isContinuation(blocks, tip)) return undefined;
      await this.#takeUp(blocks, tip + 1, last, head);
      for (const block of blocks) this.#seen.set(block.number, block);
      tip = Math.max(tip, last);
      nextBlock = await this.#settle(nextBlock, Math.min(head.finalized, tip));
    } while (tip < head.number);
    if (nextBlock > firstBlock) await this.#reconcile(nextBlock - 1);
    // What is held up is asked again by the next poll, also without a new block.
    this.#lastHead = this.#isHeldUp ? null : head;
    return undefined;
  }

  /** Without a new block, only a proven wallet or a reported hash can change which order a transfer belongs to. */
  async #review(): Promise<void> {
    const { kysely } = this.#app.database;
    const pending = await kysely
      .selectFrom("chain_transfer")
      .select("tx_hash")
      .where("coin_type", "=", COIN)
      .where("settled_at", "is", null)
      .limit(1)
      .executeTakeFirst();
    if (pending === undefined) return;
    await retryConflict(() => kysely.transaction().execute((trx) => reviewPending(trx, this.#app, COIN)));
  }

  async #readNextBlock(head: Head): Promise<number> {
    const { kysely } = this.#app.database;
    const cursor = await kysely
      .selectFrom("chain_cursor")
      .select("next_block")
      .where("coin_type", "=", COIN)
      .executeTakeFirst();
    if (cursor !== undefined) {
      const nextBlock = Number(cursor.next_block);
      return head.number < nextBlock - 1 ? this.#rewind(head) : this.#keepWithin(nextBlock);
    }
    const { first } = await kysely
      .selectFrom("payment_order")
      .select((select) => select.fn.min("created_block").as("first"))
      .where("coin_type", "=", COIN)
      .executeTakeFirstOrThrow();
    const start = Math.max(0, head.finalized + 1);
    const nextBlock = first === null ? start : Math.min(start, Number(first));
    await kysely
      .insertInto("chain_cursor")
      .values({
        coin_type: COIN,
        next_block: BigInt(nextBlock),
        head_block: BigInt(head.number),
        updated_at: this.#app.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return nextBlock;
  }

  /** The chain is shorter than the cursor, so blocks were replaced: reads them again, which settles nothing twice. */
  async #rewind(head: Head): Promise<number> {
    this.#app.logger.warn(
      { chain: "ethereum", blockNumber: head.number },
      "the chain is shorter than the stored cursor: final blocks are read again",
    );
    this.#seen.clear();
    const nextBlock = Math.max(0, head.finalized + 1);
    await this.#app.database.kysely
      .updateTable("chain_cursor")
      .set({ next_block: BigInt(nextBlock), updated_at: this.#app.clock.now() })
      .where("coin_type", "=", COIN)
      .execute();
    return nextBlock;
  }

  /** Forgets the blocks below the cursor, which another process may have moved on. */
  #keepWithin(nextBlock: number): number {
    for (const number of this.#seen.keys()) if (number < nextBlock) this.#seen.delete(number);
    if (this.#seen.size > 0 && !this.#seen.has(nextBlock)) this.#seen.clear();
    return nextBlock;
  }

  /** Forgets the newest blocks that are no longer in the chain. */
  async #forgetDropped(nextBlock: number, head: Head): Promise<void> {
    for (let tip = nextBlock - 1 + this.#seen.size; tip >= nextBlock; tip -= 1) {
      const hash = tip > head.number ? null : tip === head.number ? head.hash : await this.#chain.readBlockHash(tip);
      if (hash === this.#seen.get(tip)?.hash) return;
      this.#seen.delete(tip);
    }
  }

  #isContinuation(blocks: readonly Block[], tip: number): boolean {
    let parentHash = this.#seen.get(tip)?.hash;
    for (const block of blocks) {
      if (parentHash !== undefined && block.parentHash !== parentHash) return false;
      parentHash = block.hash;
    }
    return true;
  }

  /** Stores the transfers of the blocks `first` to `last`, drops those that left the chain, and lets the orders follow. */
  async #takeUp(blocks: readonly Block[], first: number, last: number, head: Head): Promise<void> {
    const app = this.#app;
    const at = app.clock.now();
    const transfers = blocks.flatMap((block) => block.transfers);
    const hashes = transfers.map((transfer) => transfer.txHash);
    await retryConflict(() => app.database.kysely.transaction().execute((trx) => store(trx)));

    async function store(trx: Kysely<Schema>): Promise<void> {
      await trx
        .deleteFrom("chain_transfer")
        .where("coin_type", "=", COIN)
        .where("settled_at", "is", null)
        // A disputed transfer is only removed once two endpoints agree, in recheckTransfer.
        .where("disputed_at", "is", null)
        .where((where) =>
          where.or([
            where.between("block_number", BigInt(first), BigInt(last)),
            where("block_number", ">", BigInt(head.number)),
          ]),
        )
        .$if(hashes.length > 0, (query) => query.where("tx_hash", "not in", hashes))
        .execute();
      for (const transfer of transfers) {
        const reading = toReading(transfer);
        await trx
          .insertInto("chain_transfer")
          .values({
            ...reading,
            coin_type: COIN,
            tx_hash: transfer.txHash,
            transfer_index: transfer.index,
            seen_at: at,
          })
          .onConflict((conflict) =>
            conflict
              .columns(["coin_type", "tx_hash", "transfer_index"])
              .doUpdateSet(reading)
              .where("chain_transfer.settled_at", "is", null),
          )
          .execute();
      }
      await trx
        .updateTable("chain_cursor")
        .set({ head_block: BigInt(head.number), updated_at: at })
        .where("coin_type", "=", COIN)
        .execute();
      await reviewPending(trx, app, COIN);
    }
  }

  /**
   * Settles the transfers up to the block `toldFinal` as far as two endpoints have it as final, moves the cursor behind
   * them and answers the cursor.
   */
  async #settle(nextBlock: number, toldFinal: number): Promise<number> {
    if (toldFinal < nextBlock) return nextBlock;
    const lastFinal = Math.min(toldFinal, await this.#chain.readSharedFinal());
    this.#isHeldUp = lastFinal < toldFinal;
    if (lastFinal < nextBlock) return nextBlock;
    const { kysely } = this.#app.database;
    const final = await kysely
      .selectFrom("chain_transfer")
      .selectAll()
      .where("coin_type", "=", COIN)
      .where("settled_at", "is", null)
      .where("block_number", "<=", BigInt(lastFinal))
      .orderBy("block_number")
      .orderBy("seen_at")
      .orderBy("tx_hash")
      .execute();
    let lastSettled = lastFinal;
    for (const transfer of final) {
      const seenBlock = this.#seen.get(Number(transfer.block_number));
      const verdict = await recheckTransfer(this.#app, this.#chain, transfer, seenBlock?.hash);
      if (verdict === "otherBlock") return this.#startOver();
      if (verdict === "confirmed") {
        const id = { coinType: COIN, txHash: transfer.tx_hash, index: transfer.transfer_index } as const;
        const { from_address_key: fromKey, amount_base: amountBase } = transfer;
        await settleTransfer(this.#app, id, { fromKey, amountBase });
      } else if (verdict === "disputed") {
        // The cursor waits for it; other payments are settled.
        lastSettled = Math.min(lastSettled, Number(transfer.block_number) - 1);
        this.#isHeldUp = true;
      }
    }
    if (lastSettled < nextBlock) return nextBlock;
    const newest = this.#seen.get(lastSettled);
    if (newest === undefined) return this.#startOver();
    const finalTime = await this.#confirmBlock(lastSettled, newest);
    if (finalTime === null) return nextBlock;
    const at = this.#app.clock.now();
    await retryConflict(() =>
      kysely.transaction().execute(async (trx) => {
        await trx
          .updateTable("chain_cursor")
          .set({
            next_block: BigInt(lastSettled + 1),
            final_time: finalTime,
            settled_hash: newest.hash,
            updated_at: at,
          })
          .where("coin_type", "=", COIN)
          .where("next_block", "<=", BigInt(lastSettled))
          .execute();
        // An order that is now partly paid may have another transfer that is not final yet.
        await reviewPending(trx, this.#app, COIN);
      }),
    );
    return this.#keepWithin(lastSettled + 1);
  }

  /**
   * The time of the block that the cursor moves behind, by two endpoints: the time expires orders, and the next start
   * checks the block's hash. Null where the endpoints disagree, which is logged once.
   */
  async #confirmBlock(blockNumber: number, seen: SeenBlock): Promise<Date | null> {
    const confirmation = await this.#chain.confirmBlock(blockNumber);
    if (confirmation.kind === "agreed") {
      this.#isBlockDisputed = false;
      return confirmation.hash === seen.hash ? confirmation.time : this.#startOver();
    }
    this.#isHeldUp = true;
    if (!this.#isBlockDisputed) {
      this.#app.logger.error(
        { chain: "ethereum", blockNumber, reason: confirmation.reason },
        "the RPC endpoints disagree on a final block: nothing from it on is settled",
      );
    }
    this.#isBlockDisputed = true;
    return null;
  }

  /** Compares the ledger with the chain at the newest settled block, whose transfers are all booked. */
  async #reconcile(blockNumber: number): Promise<void> {
    await bookInternalTransfers(this.#app, this.#chain, blockNumber).catch((error: unknown) => {
      // The comparison books the money as a surplus instead. The pool has logged endpoints that do not answer.
      if (error instanceof ApiError) return;
      this.#app.logger.warn({ chain: "ethereum", blockNumber, error }, "reading internal transfers failed");
    });
    const isCompared = await reconcileTreasury(this.#app, this.#chain, blockNumber);
    if (!isCompared && !this.#isBalanceUnknown) {
      this.#app.logger.warn(
        { chain: "ethereum", blockNumber },
        "the treasury's balance at a settled block is unknown: the ledger is not compared with the chain",
      );
    }
    this.#isBalanceUnknown = !isCompared;
  }

  /** A final block is not the one that was read: the next poll reads everything since the cursor again. */
  #startOver(): never {
    this.#seen.clear();
    throw new Error("a block that became final is not the one that was read");
  }
}
