import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import type { App } from "#server/app.ts";
import type { Block, EthereumChain, Head, Transfer } from "#server/chains/ethereum/ethereumChain.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { openWaiting } from "#server/envelopes/openWaiting.ts";
import { ApiError } from "#server/http/apiError.ts";
import { reconcileTreasury } from "#server/ledger/reconcileTreasury.ts";
import { bookInternalTransfers } from "./bookInternalTransfers.ts";
import { reviewPending } from "./reviewPending.ts";
import { settleTransfer } from "./settleTransfer.ts";

/** Blocks taken up in one transaction, so that a long way to catch up is kept step by step. */
const CHUNK_BLOCKS = 50;
const COIN = "eth";

interface SeenBlock {
  hash: string;
  time: Date;
}

type TransferRow = Selectable<Schema["chain_transfer"]>;

function describeReading(transfer: Transfer) {
  return {
    from_address: transfer.from,
    from_address_key: transfer.from.toLowerCase(),
    amount_base: transfer.amountBase,
    block_number: BigInt(transfer.blockNumber),
    block_hash: transfer.blockHash,
    block_time: transfer.blockTime,
  };
}

function isSameReading(reading: ReturnType<typeof describeReading>, row: TransferRow): boolean {
  return (
    reading.from_address_key === row.from_address_key &&
    reading.amount_base === row.amount_base &&
    reading.block_number === row.block_number &&
    reading.block_hash === row.block_hash &&
    reading.block_time.getTime() === row.block_time.getTime()
  );
}

function isUnsettled(row: TransferRow) {
  return (where: ExpressionBuilder<Schema, "chain_transfer">) =>
    where.and([
      where("coin_type", "=", row.coin_type),
      where("tx_hash", "=", row.tx_hash),
      where("transfer_index", "=", row.transfer_index),
      where("settled_at", "is", null),
    ]);
}

/**
 * Finds every payment to the treasury, reported or not. Each look takes up the new blocks, drops what a
 * reorganisation took away, and settles what has become final. It may be stopped at any point and begins again at
 * the stored cursor; a look that fails changes nothing that the next one does not repeat.
 */
export class EthereumWatcher {
  readonly #app: App;
  readonly #chain: EthereumChain;
  /** Blocks taken up and not settled yet, by number: from the cursor on without a gap, each the parent of the next. */
  readonly #seen = new Map<number, SeenBlock>();
  #lastHead: Head | null = null;
  /** Whether something that is final to an endpoint could not be settled, so that the next look asks again. */
  #isHeldUp = false;
  #isBlockDisputed = false;
  /** Whether nobody told the treasury's balance the last time, so that it is said once. */
  #isBalanceUntold = false;

  constructor(app: App, chain: EthereumChain) {
    this.#app = app;
    this.#chain = chain;
  }

  /** One look at the chain. Rejects with chainUnavailable when no endpoint answers. */
  async look(): Promise<void> {
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
      // The chain changed between two reads: the next look sorts it out.
      if (!this.#isContinuation(blocks, tip)) return undefined;
      await this.#takeUp(blocks, tip + 1, last, head);
      for (const block of blocks) this.#seen.set(block.number, block);
      tip = Math.max(tip, last);
      nextBlock = await this.#settle(nextBlock, Math.min(head.finalized, tip));
    } while (tip < head.number);
    if (nextBlock > firstBlock) await this.#reconcile(nextBlock - 1);
    // What is held up is asked again by the next look, also without a new block.
    this.#lastHead = this.#isHeldUp ? null : head;
    return undefined;
  }

  /** Without a new block only the guesses can change: somebody may have proven a wallet or reported a hash. */
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

  /** The chain is shorter than it was, so its blocks will be others: reads them again, which settles nothing twice. */
  async #rewind(head: Head): Promise<number> {
    this.#app.logger.warn({ chain: "ethereum", blockNumber: head.number }, "the chain is behind the stored cursor");
    this.#seen.clear();
    const nextBlock = Math.max(0, head.finalized + 1);
    await this.#app.database.kysely
      .updateTable("chain_cursor")
      .set({ next_block: BigInt(nextBlock), updated_at: this.#app.clock.now() })
      .where("coin_type", "=", COIN)
      .execute();
    return nextBlock;
  }

  /** Another process may have moved the cursor on: what lies below it is no longer of interest. */
  #keepWithin(nextBlock: number): number {
    for (const number of this.#seen.keys()) if (number < nextBlock) this.#seen.delete(number);
    if (this.#seen.size > 0 && !this.#seen.has(nextBlock)) this.#seen.clear();
    return nextBlock;
  }

  /** Walks back from the newest block taken up to the newest that is still in the chain. */
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
        // Only two endpoints together take away a transfer that they have contradicted each other about.
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
        const reading = describeReading(transfer);
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
      const verdict = await this.#confirm(transfer);
      if (verdict === "confirmed") {
        const id = { coinType: COIN, txHash: transfer.tx_hash, index: transfer.transfer_index } as const;
        const { from_address_key: fromKey, amount_base: amountBase } = transfer;
        await settleTransfer(this.#app, id, { fromKey, amountBase });
      } else if (verdict === "disputed") {
        // It holds the cursor, but not the payments of others.
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
        // A settled part leaves its order partly paid while another transfer for it may still be on its way.
        await reviewPending(trx, this.#app, COIN);
      }),
    );
    return this.#keepWithin(lastSettled + 1);
  }

  /**
   * Reads a final transfer anew. Where the readings contradict each other or the first reading, nothing is settled
   * and operators are told once; where they agree against the first reading, their word replaces it.
   */
  async #confirm(row: TransferRow): Promise<"confirmed" | "disputed" | "gone"> {
    const { kysely } = this.#app.database;
    const blockNumber = Number(row.block_number);
    const confirmation = await this.#chain.confirmTransfer({ txHash: row.tx_hash, blockNumber });
    if (confirmation.kind === "disputed") {
      await this.#dispute(row, confirmation.reason);
      return "disputed";
    }
    if (confirmation.blockHash !== this.#seen.get(blockNumber)?.hash) return this.#startOver();
    if (confirmation.transfer === null) {
      await this.#dispute(row, "no endpoint has it any more");
      await kysely.deleteFrom("chain_transfer").where(isUnsettled(row)).execute();
      return "gone";
    }
    const reading = describeReading(confirmation.transfer);
    if (isSameReading(reading, row)) return "confirmed";
    await this.#dispute(row, `it is ${reading.amount_base} from ${reading.from_address} now`);
    await kysely.updateTable("chain_transfer").set(reading).where(isUnsettled(row)).execute();
    return "disputed";
  }

  /** Tells operators of a transfer that is not what an endpoint said, once. */
  async #dispute(row: TransferRow, reason: string): Promise<void> {
    if (row.disputed_at !== null) return;
    await this.#app.database.kysely
      .updateTable("chain_transfer")
      .set({ disputed_at: this.#app.clock.now() })
      .where(isUnsettled(row))
      .execute();
    const { tx_hash: txHash, block_number: blockNumber } = row;
    this.#app.logger.error(
      { chain: "ethereum", coinType: COIN, txHash, blockNumber, reason },
      "the RPC endpoints contradict each other about a transfer: it is not settled",
    );
  }

  /**
   * The time of the block that the cursor is to move behind: it ends orders, and the block's hash is what the next
   * start looks for. Null where the endpoints contradict each other about it, which operators are told once.
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
        "the RPC endpoints contradict each other about a final block: the cursor stands still",
      );
    }
    this.#isBlockDisputed = true;
    return null;
  }

  /** Compares the books with the chain at the newest settled block, all of whose transfers are booked by now. */
  async #reconcile(blockNumber: number): Promise<void> {
    await bookInternalTransfers(this.#app, this.#chain, blockNumber).catch((error: unknown) => {
      // Then it is booked as a surplus. That no endpoint answers was told endpoint by endpoint.
      if (error instanceof ApiError) return;
      this.#app.logger.warn({ chain: "ethereum", blockNumber, error }, "internal transfers could not be looked for");
    });
    const isCompared = await reconcileTreasury(this.#app, this.#chain, blockNumber);
    if (!isCompared && !this.#isBalanceUntold) {
      this.#app.logger.warn(
        { chain: "ethereum", blockNumber },
        "no node tells the treasury's balance at a settled block: the books are not compared with the chain",
      );
    }
    this.#isBalanceUntold = !isCompared;
  }

  /** A final block is not the one that was read: everything since the cursor is read again by the next look. */
  #startOver(): never {
    this.#seen.clear();
    throw new Error("a block that became final is not the one that was read");
  }
}
