import { createHash } from "node:crypto";
import type { TestClock } from "#tests/support/testClock.ts";

/** Blocks, its own included, until a block is final. */
export const FINAL_DEPTH = 3;
const BLOCK_MS = 1_000;
/** What a transfer costs where nothing else is said. */
export const USUAL_PRICE_BASE = 500n;

export interface Output {
  to: string;
  amountBase: bigint;
  reference: string | null;
}

export interface Transaction {
  id: string;
  from: string;
  outputs: readonly Output[];
  feeBase: bigint;
  /** Its place among those of its sender, of which one alone can land; null where it ends by time. */
  nonce: bigint | null;
  /** The last position at which it can land; null where another of its nonce excludes it. */
  validUntil: bigint | null;
  /** Whether nobody can read what it moves. */
  isUnreadable: boolean;
}

export interface Block {
  position: bigint;
  hash: string;
  parentHash: string;
  time: Date;
  transactions: readonly Transaction[];
  /** What each address holds after it. */
  holdings: ReadonlyMap<string, bigint>;
  nonces: ReadonlyMap<string, bigint>;
  /** What has left the treasury and is nowhere yet. */
  inAir: readonly Flight[];
}

/** An amount that arrives with a later block. */
interface Flight {
  to: string;
  amountBase: bigint;
  lands: bigint;
}

/** Blocks after which what the treasury pays arrives, and comes back, where another coin pays for it. */
export const [ARRIVES_AFTER, RETURNS_AFTER] = [1n, 2n];

/** 32 bytes in hex, another one for each name. */
export function nameBytes(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}

/**
 * The truth of a chain, as no endpoint of it may be: blocks of plain transfers, those that wait, and what each address holds.
 * A block comes when the test says so, a second after the last one, and is final with the second block after it.
 */
export class ModelChain {
  readonly #clock: TestClock;
  /** Whether another coin pays what transfers cost. What the treasury pays arrives blocks later then, or comes back. */
  readonly #isFuelled: boolean;
  #blocks: Block[] = [];
  #waiting: Transaction[] = [];
  /** Every transaction that was ever sent, so that it can be sent again. */
  readonly known = new Map<string, Transaction>();
  /** Addresses that take nothing: a transfer to one moves nothing, and costs its fee. */
  readonly refusing = new Set<string>();
  /** Addresses that are known to take nothing. */
  readonly closed = new Set<string>();
  /** What blocks ask for each transfer: one that offers less waits. */
  priceBase = USUAL_PRICE_BASE;
  /** What has to arrive at least where transactions end by time. */
  leastBase = 1n;
  /** Blocks that were ever made, so that one that takes another's place has another hash. */
  #made = 0;

  constructor(clock: TestClock, holdings: ReadonlyMap<string, bigint>, isFuelled = false) {
    this.#clock = clock;
    this.#isFuelled = isFuelled;
    this.#append(clock.now(), { transactions: [], holdings, nonces: new Map(), inAir: [] });
    this.mine(FINAL_DEPTH);
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  get newest(): Block {
    const block = this.#blocks.at(-1);
    if (block === undefined) throw new Error("a chain has a first block");
    return block;
  }

  get final(): Block {
    return this.#blocks.at(-FINAL_DEPTH) ?? this.newest;
  }

  get waiting(): readonly Transaction[] {
    return this.#waiting;
  }

  /** A transaction that is known already is sent again. */
  send(transaction: Transaction): void {
    this.known.set(transaction.id, transaction);
    if (this.isMined(transaction.id) || this.#waiting.some(({ id }) => id === transaction.id)) return;
    // One of the same sender and nonce is displaced by who pays more.
    const rival = this.#waiting.find((other) => excludes(other, transaction));
    if (rival !== undefined && rival.feeBase >= transaction.feeBase) return;
    this.#waiting = [...this.#waiting.filter((other) => other !== rival), transaction];
  }

  /** The nodes lose what is in no block. */
  forget(): void {
    this.#waiting = [];
  }

  isMined(id: string): boolean {
    return this.#blocks.some(({ transactions }) => transactions.some((transaction) => transaction.id === id));
  }

  mine(count: number): void {
    for (let made = 0; made < count; made += 1) {
      this.#clock.advance(BLOCK_MS);
      this.#mineOne(this.#clock.now());
    }
  }

  /** Other blocks take the place of the newest ones, without what was in them: it waits again, or is lost. */
  fork(depth: number, isLost: boolean): void {
    const most = FINAL_DEPTH - 1;
    const dropped = this.#blocks.splice(-Math.min(depth, most));
    const transactions = dropped.flatMap((block) => block.transactions);
    const times = dropped.map(({ time }) => time);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const time of times) this.#mineOne(time);
    this.#waiting = waiting;
    if (!isLost) for (const transaction of transactions) this.send(transaction);
  }

  readHolding(address: string, block: Block = this.newest): bigint {
    return block.holdings.get(address) ?? 0n;
  }

  #mineOne(time: Date): void {
    const holdings = new Map(this.newest.holdings);
    const nonces = new Map(this.newest.nonces);
    const landed: Transaction[] = [];
    const position = this.newest.position + 1n;
    const landing = this.newest.inAir.filter(({ lands }) => lands <= position);
    const inAir = this.newest.inAir.filter(({ lands }) => lands > position);
    for (const { to, amountBase } of landing) holdings.set(to, (holdings.get(to) ?? 0n) + amountBase);
    const inOrder = this.#waiting.toSorted((one, other) => Number((one.nonce ?? 0n) - (other.nonce ?? 0n)));
    for (const transaction of inOrder) {
      const { from, outputs, feeBase, nonce, validUntil } = transaction;
      const costBase = outputs.reduce((sum, { amountBase }) => sum + amountBase, feeBase);
      const canLand =
        (nonce === null || nonce === (nonces.get(from) ?? 0n)) &&
        (validUntil === null || position <= validUntil) &&
        (this.#isFuelled || isByHand(transaction) || feeBase >= this.priceBase * BigInt(outputs.length)) &&
        (holdings.get(from) ?? 0n) >= costBase;
      if (!canLand) continue;
      holdings.set(from, (holdings.get(from) ?? 0n) - costBase);
      for (const { to, amountBase } of outputs) {
        const isRefused = this.refusing.has(to);
        const taker = isRefused ? from : to;
        const after = isRefused ? RETURNS_AFTER : ARRIVES_AFTER;
        if (this.#isFuelled && validUntil !== null) inAir.push({ to: taker, amountBase, lands: position + after });
        else holdings.set(taker, (holdings.get(taker) ?? 0n) + amountBase);
      }
      if (nonce !== null) nonces.set(from, nonce + 1n);
      landed.push(transaction);
    }
    this.#append(time, { transactions: landed, holdings, nonces, inAir });
    const mayStillLand = ({ nonce, from, validUntil }: Transaction) =>
      (nonce === null || nonce >= (nonces.get(from) ?? 0n)) && (validUntil === null || validUntil > position);
    this.#waiting = this.#waiting.filter((one) => !landed.includes(one) && mayStillLand(one));
  }

  #append(time: Date, of: Pick<Block, "transactions" | "holdings" | "nonces" | "inAir">): void {
    this.#made += 1;
    const position = BigInt(this.#blocks.length);
    const parentHash = this.#blocks.at(-1)?.hash ?? "";
    this.#blocks.push({ ...of, position, parentHash, time, hash: `0x${nameBytes(`block ${this.#made}`)}` });
  }
}

/** A wallet finds by itself what blocks ask for. */
function isByHand({ nonce, validUntil }: Transaction): boolean {
  return nonce === null && validUntil === null;
}

function excludes(one: Transaction, other: Transaction): boolean {
  return one.nonce !== null && one.from === other.from && one.nonce === other.nonce;
}
