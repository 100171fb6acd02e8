import type { RangeReading, Scan, Scanner } from "./chain.ts";

const NOTHING: RangeReading & { last?: number } = { transfers: [], unread: [] };

/** The newest block of one endpoint. */
export interface ScannedHead {
  position: number;
  hash: string;
  /** The newest final position. */
  final: number;
}

/** What the scanner reads from one endpoint. */
export interface TransferSource {
  /** Of an endpoint that has the position `least` (`readReaching.ts`). */
  readHead(least: number): Promise<ScannedHead>;
  /**
   * The transfers after one position up to another, all of them or an error. A transaction that cannot be read is set
   * aside (`setAside.ts`); an error is a failure of the endpoint. `last` is there where so much was found that the reading
   * ends before `upTo`.
   */
  readTransfers(after: number, upTo: number): Promise<RangeReading & { last?: number }>;
}

/**
 * Reads the treasury's transactions on a chain that lists them by account. What is not settled is read again with each
 * new block, so a replaced block needs no detection.
 */
export class HeadScanner implements Scanner {
  readonly #source: TransferSource;
  readonly #partLength: number;
  /** Several steps toward one head. */
  #walk: { tip: number; head: ScannedHead } | null = null;
  #read: { first: number; last: number; head: ScannedHead } | null = null;
  /** The positions kept in these steps. */
  #kept: { first: number; last: number } | null = null;
  /** The head up to which everything is kept. */
  #keptHead: ScannedHead | null = null;

  /** @param partLength positions per step, so that a long catch-up saves its progress */
  constructor(source: TransferSource, partLength: number) {
    this.#source = source;
    this.#partLength = partLength;
  }

  async read(settled: bigint): Promise<Scan> {
    this.#read = null;
    const { tip, head } = this.#walk ?? { tip: Number(settled), head: await this.#source.readHead(Number(settled)) };
    const isNew = this.#walk === null;
    this.#walk = null;
    if (head.hash === this.#keptHead?.hash && head.final === this.#keptHead.final) return { kind: "unchanged" };
    if (head.position < tip) {
      this.startOver();
      return { kind: "shorter", head: BigInt(head.position) };
    }
    if (isNew) this.#kept = null;
    const upTo = Math.min(tip + this.#partLength, head.position);
    const { transfers, unread, last = upTo } = upTo > tip ? await this.#source.readTransfers(tip, upTo) : NOTHING;
    this.#read = { first: tip + 1, last, head };
    return {
      kind: "part",
      first: BigInt(tip + 1),
      last: BigInt(last),
      head: BigInt(head.position),
      transfers,
      unread,
      final: BigInt(Math.min(head.final, last)),
      hasMore: last < head.position,
    };
  }

  keep(): void {
    if (this.#read === null) return;
    const { first, last, head } = this.#read;
    this.#read = null;
    this.#kept = { first: this.#kept?.first ?? first, last };
    if (last < head.position) this.#walk = { tip: last, head };
    else this.#keptHead = head;
  }

  readRef(position: bigint): null | undefined {
    if (this.#kept === null) return undefined;
    return position >= this.#kept.first && position <= this.#kept.last ? null : undefined;
  }

  lookAgain(): void {
    this.#walk = null;
    this.#read = null;
    this.#keptHead = null;
  }

  startOver(): void {
    this.#kept = null;
    this.lookAgain();
  }
}
