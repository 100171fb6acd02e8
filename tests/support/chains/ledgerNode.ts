import { createHash } from "node:crypto";
import { encodeBase58 } from "ethers";
import type { TestClock } from "../testClock.ts";
import type { Lie } from "./chainLab.ts";

const LEDGER_MS = 1_000;
/** Ledgers, including the transaction's own, until it is final. */
export const FINAL_DEPTH = 3;
/** Approximate logical time between two ledgers. */
const LEDGER_SPAN = 1_000_000n;

export interface LedgerOutput {
  amountBase: bigint;
  reference: string | null;
}

/** A transaction with all its transfers to the treasury. */
export interface LedgerTransaction {
  id: string;
  /** Whether its outputs are in a form that nobody reads. */
  isUnreadable?: boolean;
  from: string;
  outputs: readonly LedgerOutput[];
  /** Its logical time. */
  position: bigint;
  time: Date;
}

export interface LedgerHead {
  position: bigint;
  time: Date;
  /** The newest final position. */
  final: bigint;
}

/** An endpoint's interface. */
export interface LedgerApi {
  readGenesis(): Promise<string>;
  readHead(): Promise<LedgerHead>;
  /** The treasury's transactions after a position, oldest first. */
  listTransactions(after: bigint, limit: number): Promise<readonly LedgerTransaction[]>;
  readTransaction(id: string): Promise<LedgerTransaction | null>;
  /** When the newest ledger up to a position was closed; null if the endpoint does not have it. */
  readTime(position: bigint): Promise<Date | null>;
  readBalance(address: string): Promise<bigint>;
  /** The treasury's balance at the newest final position: older ones are not kept. */
  readTreasury(): Promise<{ position: bigint; balanceBase: bigint }>;
}

interface Ledger {
  /** The logical time of its end, after all its transactions. */
  position: bigint;
  time: Date;
  transactions: readonly LedgerTransaction[];
  /** What the treasury received and lost besides them. */
  adjustedBase: bigint;
}

type Draft = Pick<LedgerTransaction, "id" | "from" | "outputs" | "isUnreadable">;

/** The number of ledgers between two logical times. */
export function countLedgers(from: bigint, to: bigint): number {
  return Number(to / LEDGER_SPAN - from / LEDGER_SPAN);
}

/** A unique id: 32 bytes in base58, case-sensitive. */
export function createLedgerId(name: string): string {
  return encodeBase58(createHash("sha256").update(name).digest());
}

/**
 * A chain in memory that differs from Ethereum as far as the product supports: its ledgers have no hashes, its
 * positions are logical times with gaps, and one transaction contains several transfers, each with a reference.
 */
export class LedgerNode {
  readonly #clock: TestClock;
  readonly balances = new Map<string, bigint>();
  readonly #ledgers: Ledger[] = [];
  readonly #drafts = new Map<string, Draft>();
  #waiting: Draft[] = [];
  #adjustedBase = 0n;
  /** Number of ledgers ever closed, so that a replacement has other logical times. */
  #closed = 0;

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  send(from: string, outputs: readonly LedgerOutput[], isUnreadable = false): string {
    const id = createLedgerId(`transaction ${this.#drafts.size}`);
    this.#drafts.set(id, { id, from, outputs, isUnreadable });
    this.sendAgain(id);
    return id;
  }

  sendAgain(id: string): void {
    const draft = this.#drafts.get(id);
    if (draft === undefined) throw new Error("no such transaction");
    this.#waiting.push(draft);
  }

  adjustTreasury(amountBase: bigint): void {
    this.#adjustedBase += amountBase;
  }

  advance(count: number): void {
    for (let ledger = 0; ledger < count; ledger += 1) {
      this.#clock.advance(LEDGER_MS);
      this.#close(this.#clock.now());
    }
  }

  drop(count: number): void {
    const dropped = this.#ledgers.splice(-count);
    if (this.#ledgers.length + 1 < FINAL_DEPTH) throw new Error("a final ledger cannot be dropped");
    this.#waiting = [];
    for (const { time } of dropped) this.#close(time);
  }

  /** Keeps only the first transfers of a transaction that is not final yet. */
  cutTransaction(id: string, count: number): void {
    const draft = this.#drafts.get(id);
    const place = this.#ledgers.findIndex(({ transactions }) => transactions.some((item) => item.id === id));
    const ledger = this.#ledgers[place];
    if (draft === undefined || ledger === undefined || place < this.#ledgers.length - FINAL_DEPTH + 1) {
      throw new Error("no transaction that can change");
    }
    const transactions = ledger.transactions.map((item) =>
      item.id === id ? { ...item, outputs: draft.outputs.slice(0, count) } : item,
    );
    this.#ledgers[place] = { ...ledger, transactions };
  }

  /** The chain of an endpoint that lacks the newest ledgers. */
  view(unknownLedgers: number): readonly Ledger[] {
    return this.#ledgers.slice(0, this.#ledgers.length - unknownLedgers);
  }

  #close(time: Date): void {
    this.#closed += 1;
    const start = LEDGER_SPAN * BigInt(this.#ledgers.length + 1);
    const shift = BigInt((this.#closed * 7_919) % 5_003);
    const transactions = this.#waiting.map((draft, place) => ({
      ...draft,
      position: start + shift + BigInt(place + 1) * 10_007n,
      time,
    }));
    const position = start + 900_000n + shift;
    this.#ledgers.push({ position, time, transactions, adjustedBase: this.#adjustedBase });
    this.#waiting = [];
    this.#adjustedBase = 0n;
  }
}

/** One endpoint of the chain, which can be down, behind or dishonest. */
export class LedgerEndpoint implements LedgerApi {
  readonly #node: LedgerNode;
  #lie: Lie | null = null;
  /** Ledgers that there were when it began to lie. */
  #known = 0;
  #isAway = false;

  constructor(node: LedgerNode) {
    this.#node = node;
  }

  setLie(lie: Lie | null): void {
    this.#lie = lie;
    this.#known = this.#node.view(0).length;
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
  }

  async readGenesis(): Promise<string> {
    this.#look();
    return createLedgerId("genesis");
  }

  async readHead(): Promise<LedgerHead> {
    const ledgers = this.#look();
    const newest = ledgers.at(-1);
    const final = ledgers.at(-FINAL_DEPTH);
    if (newest === undefined || final === undefined) throw new Error("a young chain");
    const head = { position: newest.position, time: this.#shiftTime(newest.time), final: final.position };
    if (!this.#isAhead()) return head;
    return { ...head, position: head.position + 40n * LEDGER_SPAN, final: head.position + 38n * LEDGER_SPAN };
  }

  async listTransactions(after: bigint, limit: number): Promise<readonly LedgerTransaction[]> {
    const transactions = this.#look().flatMap((ledger) => ledger.transactions);
    return transactions
      .flatMap((transaction) => this.#spoil(transaction))
      .filter(({ position }) => position > after)
      .slice(0, limit);
  }

  async readTransaction(id: string): Promise<LedgerTransaction | null> {
    const transactions = this.#look().flatMap((ledger) => ledger.transactions);
    const returned = transactions.flatMap((transaction) => this.#spoil(transaction));
    return returned.find((transaction) => transaction.id === id) ?? null;
  }

  async readTime(position: bigint): Promise<Date | null> {
    const ledgers = this.#look();
    const newest = ledgers.at(-1);
    const ledger = ledgers.findLast((candidate) => candidate.position <= position);
    if (newest === undefined || ledger === undefined) return null;
    if (position > newest.position && !this.#isAhead()) return null;
    return this.#shiftTime(ledger.time);
  }

  async readBalance(address: string): Promise<bigint> {
    this.#look();
    return this.#node.balances.get(address) ?? 0n;
  }

  async readTreasury(): Promise<{ position: bigint; balanceBase: bigint }> {
    const ledgers = this.#look();
    const { final } = await this.readHead();
    let balanceBase = 0n;
    for (const { position, adjustedBase, transactions } of ledgers) {
      if (position > final) break;
      balanceBase += adjustedBase;
      for (const { amountBase } of transactions.flatMap(({ outputs }) => outputs)) balanceBase += amountBase;
    }
    return { position: final, balanceBase: this.#lie?.kind === "treasury" ? balanceBase - 1n : balanceBase };
  }

  #look(): readonly Ledger[] {
    if (this.#isAway) throw new Error("the endpoint is away");
    const ledgers = this.#node.view(this.#lie?.kind === "behind" ? this.#lie.blocks : 0);
    return this.#lie?.kind === "still" ? ledgers.slice(0, this.#known) : ledgers;
  }

  #isAhead(): boolean {
    return this.#lie?.kind === "ahead" || this.#lie?.kind === "farAhead";
  }

  #shiftTime(time: Date): Date {
    return this.#lie?.kind === "laterTimes" ? new Date(time.getTime() + 86_400_000) : time;
  }

  /** The transactions that the endpoint returns instead of one. */
  #spoil(transaction: LedgerTransaction): LedgerTransaction[] {
    const returned = { ...transaction, time: this.#shiftTime(transaction.time) };
    const lie = this.#lie;
    if (lie === null) return [returned];
    if (lie.kind === "invented") {
      const isLike = lie.like === transaction.id;
      return isLike ? [returned, { ...returned, id: lie.txId, position: returned.position + 1n }] : [returned];
    }
    if (!("txId" in lie) || lie.txId !== transaction.id) return [returned];
    if (lie.kind === "leftOut" || lie.kind === "unlisted") return [];
    if (lie.kind === "sender") return [{ ...returned, from: createLedgerId("somebody else") }];
    const outputs = returned.outputs.map((output) =>
      lie.kind === "amount" ? { ...output, amountBase: output.amountBase * 777n } : { ...output, reference: null },
    );
    return [{ ...returned, outputs }];
  }
}
