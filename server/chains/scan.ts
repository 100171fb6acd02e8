import type { RangeReading, Scan, Scanner } from "./chain.ts";
import type { Tip } from "./chainKind.ts";

/** The newest block, of an endpoint or of several. */
export interface ScannedTip extends Tip {
  /** The newest final position. */
  final: number;
}

export interface ScannedRange extends RangeReading {
  /** Before the end of the range where so much was found that the reading ends there. */
  last: number;
  /** Each position's block; none on a chain whose blocks are not followed. */
  blocks: readonly { hash: string; parentHash: string }[];
}

/** What the scanner reads. */
export interface ScanSource {
  /** Positions per step, so that a long catch-up saves its progress. */
  readonly partLength: number;
  /** Of the hosts that have the position `least`. */
  readTip(least: number): Promise<ScannedTip>;
  /** What is after one position up to another, all of it or an error. */
  readRange(after: number, upTo: number): Promise<ScannedRange>;
  /** The hash of the block at a position, or null if the chain is shorter; null on a chain whose blocks are not followed. */
  readonly readHash: ((position: number) => Promise<string | null>) | null;
}

/**
 * Reads a chain step by step toward its newest block. Where blocks are followed, each must name the one before, and only
 * new and replaced ones are read; else everything after the settled position is read again with each new block.
 */
export class ChainScanner implements Scanner {
  readonly #source: ScanSource;
  /** The kept positions, without a gap. Where blocks are followed, they begin after the settled one. */
  #kept: { first: number; last: number } | null = null;
  /** Hashes of the kept positions, where blocks are followed. */
  readonly #hashes = new Map<number, string>();
  /** The last step, until it is kept. */
  #read: { first: number; last: number; tip: ScannedTip; hashes: readonly string[] } | null = null;
  /** The newest block up to which everything is kept. */
  #keptTip: ScannedTip | null = null;
  /** The newest block toward which several steps catch up. */
  #nextTip: ScannedTip | null = null;

  constructor(source: ScanSource) {
    this.#source = source;
  }

  async read(settled: bigint): Promise<Scan> {
    const base = Number(settled);
    const isCatchingUp = this.#nextTip !== null;
    const tip = this.#nextTip ?? (await this.#source.readTip(base));
    this.#nextTip = null;
    this.#read = null;
    if (tip.hash === this.#keptTip?.hash && tip.final === this.#keptTip.final) return { kind: "unchanged" };
    if (tip.position < base) {
      this.reset();
      return { kind: "shorter", head: BigInt(tip.position) };
    }
    await this.#forget(base, tip, isCatchingUp);
    const after = this.#kept?.last ?? base;
    const upTo = Math.min(after + this.#source.partLength, tip.position);
    const { transfers, unread, last, blocks } = await this.#source.readRange(after, upTo);
    if (!this.#isContinuation(blocks, after)) return { kind: "moved" };
    this.#read = { first: after + 1, last, tip, hashes: blocks.map(({ hash }) => hash) };
    return {
      kind: "part",
      first: BigInt(after + 1),
      last: BigInt(last),
      head: BigInt(tip.position),
      transfers,
      unread,
      final: BigInt(Math.min(tip.final, last)),
      hasMore: last < tip.position,
    };
  }

  commit(): void {
    if (this.#read === null) return;
    const { first, last, tip, hashes } = this.#read;
    this.#read = null;
    if (last >= first) this.#kept = { first: this.#kept?.first ?? first, last };
    for (const [place, hash] of hashes.entries()) this.#hashes.set(first + place, hash);
    if (last < tip.position) this.#nextTip = tip;
    else this.#keptTip = tip;
  }

  invalidateHead(): void {
    this.#read = null;
    this.#keptTip = null;
    this.#nextTip = null;
  }

  reset(): void {
    this.#kept = null;
    this.#hashes.clear();
    this.invalidateHead();
  }

  /** Forgets what is settled, maybe by another process, and what may have been replaced since the last new block. */
  async #forget(base: number, tip: ScannedTip, isCatchingUp: boolean): Promise<void> {
    const { readHash } = this.#source;
    if (readHash === null) {
      if (!isCatchingUp) this.#kept = null;
      return;
    }
    this.#keepWithin(base + 1, this.#kept?.last ?? base);
    if (isCatchingUp) return;
    for (let last = this.#kept?.last ?? base; last > base; last -= 1) {
      const hash = last > tip.position ? null : last === tip.position ? tip.hash : await readHash(last);
      if (hash === this.#hashes.get(last)) return;
      this.#keepWithin(base + 1, last - 1);
    }
  }

  #keepWithin(first: number, last: number): void {
    const isKept = this.#kept !== null && this.#kept.first <= first && last >= first;
    this.#kept = isKept ? { first, last } : null;
    for (const position of this.#hashes.keys()) {
      if (!isKept || position < first || position > last) this.#hashes.delete(position);
    }
  }

  #isContinuation(blocks: ScannedRange["blocks"], after: number): boolean {
    let parentHash = this.#hashes.get(after);
    for (const block of blocks) {
      if (parentHash !== undefined && block.parentHash !== parentHash) return false;
      parentHash = block.hash;
    }
    return true;
  }
}
