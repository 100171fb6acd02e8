import type { RangeReading, Scan, Scanner } from "./chain.ts";

/** Blocks per step, so that a long catch-up saves its progress. */
const PART_BLOCKS = 50;

export interface Head {
  number: number;
  hash: string;
  time: Date;
  /** The newest final block: at most number − confirmations + 1. */
  finalized: number;
}

/** A block with its transfers to the treasury, and its transactions that are set aside. */
export interface Block extends RangeReading {
  number: number;
  hash: string;
  parentHash: string;
  time: Date;
}

/** What the scanner reads from one endpoint. */
export interface BlockSource {
  /** Of an endpoint that has the position `least` (`readReaching.ts`). */
  readHead(least: number): Promise<Head>;
  /** Blocks in order, both ends included, all of them or an error. */
  readBlocks(first: number, last: number): Promise<Block[]>;
  /** The canonical block's hash, or null if the chain is shorter. */
  readBlockHash(blockNumber: number): Promise<string | null>;
}

/** Reads a chain block by block, where each names the one before; a position is a block number. */
export class BlockScanner implements Scanner {
  readonly #source: BlockSource;
  /** Hashes of the kept blocks that are not settled yet: contiguous, each the parent of the next. */
  readonly #seen = new Map<number, string>();
  /** The last step's blocks and the head they lead to. */
  #read: { blocks: readonly Block[]; head: Head } | null = null;
  /** The head up to which every block is kept. */
  #keptHead: Head | null = null;
  /** The head toward which several steps catch up. */
  #nextHead: Head | null = null;

  constructor(source: BlockSource) {
    this.#source = source;
  }

  async read(settled: bigint): Promise<Scan> {
    const isCatchingUp = this.#nextHead !== null;
    const head = this.#nextHead ?? (await this.#source.readHead(Number(settled)));
    this.#nextHead = null;
    this.#read = null;
    if (head.hash === this.#keptHead?.hash && head.finalized === this.#keptHead.finalized) return { kind: "unchanged" };
    const base = Number(settled);
    if (head.number < base) {
      this.startOver();
      return { kind: "shorter", head: BigInt(head.number) };
    }
    this.#keepAfter(base);
    if (!isCatchingUp) await this.#forgetDropped(base, head);
    const tip = base + this.#seen.size;
    const last = Math.min(tip + PART_BLOCKS, head.number);
    const blocks = await this.#source.readBlocks(tip + 1, last);
    if (!this.#isContinuation(blocks, tip)) return { kind: "moved" };
    this.#read = { blocks, head };
    return {
      kind: "part",
      first: BigInt(tip + 1),
      last: BigInt(last),
      head: BigInt(head.number),
      transfers: blocks.flatMap((block) => block.transfers),
      unread: blocks.flatMap((block) => block.unread),
      final: BigInt(Math.min(head.finalized, last)),
      hasMore: last < head.number,
    };
  }

  keep(): void {
    if (this.#read === null) return;
    const { blocks, head } = this.#read;
    this.#read = null;
    for (const block of blocks) this.#seen.set(block.number, block.hash);
    const tip = blocks.at(-1)?.number ?? head.number;
    if (tip < head.number) this.#nextHead = head;
    else this.#keptHead = head;
  }

  readRef(position: bigint): string | undefined {
    return this.#seen.get(Number(position));
  }

  lookAgain(): void {
    this.#read = null;
    this.#keptHead = null;
    this.#nextHead = null;
  }

  startOver(): void {
    this.#seen.clear();
    this.lookAgain();
  }

  /** Forgets settled blocks; another process may have settled more than this one. */
  #keepAfter(settled: number): void {
    for (const number of this.#seen.keys()) if (number <= settled) this.#seen.delete(number);
    if (this.#seen.size > 0 && !this.#seen.has(settled + 1)) this.#seen.clear();
  }

  /** Forgets the newest blocks that are no longer on the chain. */
  async #forgetDropped(settled: number, head: Head): Promise<void> {
    for (let tip = settled + this.#seen.size; tip > settled; tip -= 1) {
      const hash = tip > head.number ? null : tip === head.number ? head.hash : await this.#source.readBlockHash(tip);
      if (hash === this.#seen.get(tip)) return;
      this.#seen.delete(tip);
    }
  }

  #isContinuation(blocks: readonly Block[], tip: number): boolean {
    let parentHash = this.#seen.get(tip);
    for (const block of blocks) {
      if (parentHash !== undefined && block.parentHash !== parentHash) return false;
      parentHash = block.hash;
    }
    return true;
  }
}
