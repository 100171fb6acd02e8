import { createHash } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import { Account, Clock, LiteSvm } from "litesvm/dist/internal.js";
import type { TransactionMetadata } from "litesvm/dist/internal.js";
import { encodeBase58 } from "#domain/address/base58.ts";
import { computeFee, listAccounts, loadAddresses } from "./parsedTransaction.ts";
import type { ParsedTransaction } from "./parsedTransaction.ts";
import { BLOCKHASH_LIFE } from "./settings.ts";
import { readTransactionError } from "./transactionError.ts";
import type { TransactionError } from "./transactionError.ts";

const SLOTS_PER_EPOCH = 432_000n;
/** Older blocks are forgotten, as a node without an archive forgets them; transactions are not. */
const KEPT_BLOCKS = 10_000;
/** Programs read the newest slots alone. */
const SLOT_HASHES = 64;
const SYSTEM_PROGRAM = new Uint8Array(32);

export interface SolanaBlock {
  readonly slot: number;
  /** Blocks before it; some slots have none. */
  readonly height: number;
  /** Unix time. */
  readonly time: number;
  readonly blockhash: string;
  readonly parentHash: string;
  readonly parentSlot: number;
  readonly transactions: readonly SolanaTransaction[];
}

export interface InnerInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

/** What running a transaction came to. */
export interface Outcome {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly units: bigint;
  /** By the instruction that called them. */
  readonly inner: readonly (readonly InnerInstruction[])[];
}

/** A transaction in a block. */
export interface SolanaTransaction extends Outcome {
  readonly signature: string;
  readonly raw: Uint8Array;
  readonly slot: number;
  readonly time: number;
  readonly fee: bigint;
  /** All accounts, with those from lookup tables; balances have this order. */
  readonly accounts: readonly string[];
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  /** Told in place of its own, as of a version that is yet to come. */
  readonly toldVersion?: number;
}

export interface SolanaAccount {
  readonly lamports: bigint;
  readonly owner: Uint8Array;
  readonly data: Uint8Array;
  readonly executable: boolean;
}

export type Commitment = "processed" | "confirmed" | "finalized";

/** The chain as an endpoint tells it. */
export interface SolanaView {
  readonly genesisHash: string;
  /** The newest block of a commitment level. */
  readHead(commitment: Commitment): SolanaBlock;
  /** The oldest block that is not forgotten. */
  readOldest(): SolanaBlock;
  /** Null for a slot without a block, or one that is forgotten. */
  findBlock(slot: number): SolanaBlock | null;
  /** What it was after a slot; null where it did not exist. */
  readAccount(address: string, slot: number): SolanaAccount | null;
  findTransaction(signature: string): SolanaTransaction | null;
  /** Whether the block after another may hold a transaction with this blockhash. */
  isAlive(blockhash: string, after: SolanaBlock): boolean;
  /** All transactions that name an address, the oldest first. */
  listTransactions(address: string): readonly SolanaTransaction[];
}

export interface SolanaOptions {
  /** Blocks that the levels are behind the newest one. */
  readonly confirmedBehind: number;
  readonly finalizedBehind: number;
  /** Each slot of so many has no block, as when a validator is away; null for none. */
  readonly skippedEach: number | null;
}

/** What is stored over a restart. */
export interface SolanaState {
  readonly genesisHash: string;
  /** LiteSVM's own format in base64. */
  readonly svm: string;
  readonly forks: number;
  readonly blocks: readonly (readonly [number, number, number, string, string, number])[];
  readonly transactions: readonly unknown[];
}

interface Step {
  readonly slot: number;
  /** LiteSVM before the block. */
  readonly svm: Uint8Array;
}

/** Changes of an account that are not final yet: what it was before a slot. */
interface Change {
  readonly slot: number;
  readonly before: SolanaAccount | null;
}

/** A chain of blocks over LiteSVM: signatures, programs, fees and rent are those of the real runtime. */
export class SolanaChain implements SolanaView {
  readonly genesisHash: string;
  readonly #options: SolanaOptions;
  #svm: LiteSvm;
  #blocks: SolanaBlock[] = [];
  #waiting = new Map<string, ParsedTransaction>();
  #airdrops: { address: string; lamports: bigint }[] = [];
  readonly #bySignature = new Map<string, SolanaTransaction>();
  readonly #byAddress = new Map<string, SolanaTransaction[]>();
  #steps: Step[] = [];
  #changes = new Map<string, Change[]>();
  /** Replaced blocks get other hashes. */
  #forks = 0;

  private constructor(genesisHash: string, options: SolanaOptions, svm: LiteSvm) {
    this.genesisHash = genesisHash;
    this.#options = options;
    this.#svm = prepareSvm(svm);
  }

  /** A new chain whose first block is of `time`. */
  static create(seed: string, time: number, options: SolanaOptions): SolanaChain {
    const genesisHash = hashText(`genesis ${seed}`);
    const chain = new SolanaChain(genesisHash, options, new LiteSvm());
    chain.#blocks.push({
      slot: 0,
      height: 0,
      time,
      blockhash: genesisHash,
      parentHash: encodeBase58(SYSTEM_PROGRAM),
      parentSlot: 0,
      transactions: [],
    });
    return chain;
  }

  static load(state: SolanaState, options: SolanaOptions): SolanaChain {
    const chain = new SolanaChain(state.genesisHash, options, LiteSvm.fromBytes(Buffer.from(state.svm, "base64")));
    chain.#forks = state.forks;
    for (const stored of state.transactions) chain.#addTransaction(reviveTransaction(stored));
    const bySlot = Map.groupBy(chain.#bySignature.values(), ({ slot }) => slot);
    chain.#blocks = state.blocks.map(([slot, height, time, blockhash, parentHash, parentSlot]) => ({
      slot,
      height,
      time,
      blockhash,
      parentHash,
      parentSlot,
      transactions: bySlot.get(slot) ?? [],
    }));
    return chain;
  }

  save(): SolanaState {
    return {
      genesisHash: this.genesisHash,
      svm: Buffer.from(this.#svm.toBytes()).toString("base64"),
      forks: this.#forks,
      blocks: this.#blocks.map(({ slot, height, time, blockhash, parentHash, parentSlot }) => [
        slot,
        height,
        time,
        blockhash,
        parentHash,
        parentSlot,
      ]),
      transactions: [...this.#bySignature.values()].map(storeTransaction),
    };
  }

  readHead(commitment: Commitment = "processed"): SolanaBlock {
    const { confirmedBehind, finalizedBehind } = this.#options;
    const behind = { processed: 0, confirmed: confirmedBehind, finalized: finalizedBehind }[commitment];
    const block = this.#blocks[Math.max(0, this.#blocks.length - 1 - behind)];
    if (block === undefined) throw new Error("a chain without blocks");
    return block;
  }

  readOldest(): SolanaBlock {
    return this.#blocks[0] ?? this.readHead();
  }

  findBlock(slot: number): SolanaBlock | null {
    const { slot: first } = this.readOldest();
    // Slots without a block put a block at most this far from its slot's place.
    const place = Math.min(this.#blocks.length - 1, slot - first);
    for (let at = place; at >= 0; at -= 1) {
      const block = this.#blocks[at];
      if (block !== undefined && block.slot <= slot) return block.slot === slot ? block : null;
    }
    return null;
  }

  readAccount(address: string, slot: number): SolanaAccount | null {
    const change = this.#changes.get(address)?.find((candidate) => candidate.slot > slot);
    return change === undefined ? this.#readNow(address) : change.before;
  }

  findTransaction(signature: string): SolanaTransaction | null {
    return this.#bySignature.get(signature) ?? null;
  }

  listTransactions(address: string): readonly SolanaTransaction[] {
    return this.#byAddress.get(address) ?? [];
  }

  countTransactions(): number {
    return this.#bySignature.size;
  }

  readRent(bytes: bigint): bigint {
    return this.#svm.minimumBalanceForRentExemption(bytes);
  }

  isAlive(blockhash: string, { height }: SolanaBlock = this.readHead()): boolean {
    const known = this.#blocks.findLast((block) => block.blockhash === blockhash);
    return known !== undefined && known.height <= height && known.height + BLOCKHASH_LIFE >= height + 1;
  }

  /** Runs a transaction and changes nothing. */
  simulate(transaction: ParsedTransaction, { isSigned }: { isSigned: boolean }): Outcome {
    const error = this.#refuse(transaction);
    if (error !== null) return { error, logs: [], units: 0n, inner: [] };
    this.#svm.setSigverify(isSigned);
    try {
      return readOutcome(this.#svm.simulateVersionedTransaction(transaction.raw));
    } finally {
      this.#svm.setSigverify(true);
    }
  }

  /** The transaction waits for the next block. */
  take(transaction: ParsedTransaction): void {
    const [signature = ""] = transaction.signatures;
    if (!this.#bySignature.has(signature)) this.#waiting.set(signature, transaction);
  }

  /** Forgets the transactions that no block holds yet. Real nodes do so after a while. */
  forgetWaiting(): void {
    this.#waiting = new Map();
  }

  /** Changes a balance out of nothing, in the next block. */
  adjust(address: string, lamports: bigint): void {
    this.#airdrops.push({ address, lamports });
  }

  /** Gives an account to the chain at once, such as a program's. */
  fund(address: string, account: SolanaAccount): void {
    this.#setAccount(address, account);
  }

  addProgram(address: string, code: Uint8Array): void {
    this.#svm.addProgram(toBytes(address), code);
  }

  /** Adds a block with what waits. */
  seal(time: number): void {
    const parent = this.readHead();
    const { skippedEach } = this.#options;
    const next = parent.slot + 1;
    const slot = skippedEach !== null && next % skippedEach === 0 ? next + 1 : next;
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    // An empty block changes nothing that would have to be undone.
    if (waiting.length > 0 || this.#airdrops.length > 0) this.#steps.push({ slot, svm: this.#svm.toBytes() });
    this.#setClock(slot, time);
    for (const { address, lamports } of this.#airdrops) this.#adjust(address, lamports, slot);
    this.#airdrops = [];
    const transactions = waiting.flatMap((transaction) => this.#run(transaction, slot, time) ?? []);
    this.#blocks.push({
      slot,
      height: parent.height + 1,
      time,
      blockhash: hashText(`${parent.blockhash} ${slot} ${this.#forks}`),
      parentHash: parent.blockhash,
      parentSlot: parent.slot,
      transactions,
    });
    for (const transaction of transactions) this.#addTransaction(transaction);
    this.#forgetOld();
  }

  /** Replaces the newest blocks by as many empty ones, and forgets their transactions. */
  drop(count: number): void {
    const dropped = this.#blocks.slice(-count);
    const first = dropped[0]?.slot ?? 0;
    const step = this.#steps.find(({ slot }) => slot >= first);
    if (step !== undefined) this.#svm = prepareSvm(LiteSvm.fromBytes(step.svm));
    this.#steps = this.#steps.filter(({ slot }) => slot < first);
    this.#blocks = this.#blocks.slice(0, -count);
    this.forgetWaiting();
    this.#airdrops = [];
    this.#forks += 1;
    for (const { signature } of dropped.flatMap(({ transactions }) => transactions))
      this.#bySignature.delete(signature);
    for (const map of [this.#byAddress, this.#changes] as const) {
      for (const [address, items] of map) {
        const kept = items.findIndex(({ slot }) => slot >= first);
        if (kept >= 0) items.splice(kept);
        if (items.length === 0) map.delete(address);
      }
    }
    for (const { time } of dropped) this.seal(time);
  }

  /** Null for a transaction that no block takes. */
  #run(transaction: ParsedTransaction, slot: number, time: number): SolanaTransaction | null {
    const { message, raw, signatures } = transaction;
    if (this.#refuse(transaction) !== null) return null;
    const loaded = loadAddresses(message, (table) => this.#readNow(table.toBase58())?.data ?? null);
    if (loaded === null) return null;
    const accounts = listAccounts(message, loaded).map((key) => key.toBase58());
    const before = accounts.map((address) => this.#readNow(address));
    const outcome = readOutcome(this.#svm.sendVersionedTransaction(raw));
    const preBalances = before.map((account) => account?.lamports ?? 0n);
    const postBalances = accounts.map((address) => this.#readNow(address)?.lamports ?? 0n);
    const hasPaid = postBalances.some((balance, place) => balance !== preBalances[place]);
    // A block holds what failed too, where its fee was paid.
    if (outcome.error !== null && !hasPaid) return null;
    for (const [place, address] of accounts.entries()) this.#keepBefore(address, slot, before[place] ?? null);
    return {
      ...outcome,
      signature: signatures[0] ?? "",
      raw,
      slot,
      time,
      fee: computeFee(message),
      accounts,
      loaded: {
        writable: loaded.writable.map((key) => key.toBase58()),
        readonly: loaded.readonly.map((key) => key.toBase58()),
      },
      preBalances,
      postBalances,
    };
  }

  #refuse({ message, signatures }: ParsedTransaction): TransactionError | null {
    if (this.#bySignature.has(signatures[0] ?? "")) return "AlreadyProcessed";
    return this.isAlive(message.recentBlockhash) ? null : "BlockhashNotFound";
  }

  #adjust(address: string, lamports: bigint, slot: number): void {
    const before = this.#readNow(address);
    this.#keepBefore(address, slot, before);
    const account = before ?? { lamports: 0n, owner: SYSTEM_PROGRAM, data: new Uint8Array(), executable: false };
    this.#setAccount(address, { ...account, lamports: account.lamports + lamports });
  }

  #keepBefore(address: string, slot: number, before: SolanaAccount | null): void {
    const changes = this.#changes.get(address) ?? [];
    if (changes.at(-1)?.slot !== slot) changes.push({ slot, before });
    this.#changes.set(address, changes);
  }

  #setClock(slot: number, time: number): void {
    const epoch = BigInt(slot) / SLOTS_PER_EPOCH;
    this.#svm.setClock(new Clock(BigInt(slot), BigInt(time), epoch, epoch + 1n, BigInt(time)));
    const newest = this.#blocks.slice(-SLOT_HASHES).toReversed();
    this.#svm.setSlotHashes(newest.map((block) => ({ slot: BigInt(block.slot), hash: block.blockhash })));
  }

  #readNow(address: string): SolanaAccount | null {
    const account = this.#svm.getAccount(toBytes(address));
    if (account === null || account.lamports() === 0n) return null;
    return {
      lamports: account.lamports(),
      owner: account.owner(),
      data: account.data(),
      executable: account.executable(),
    };
  }

  #setAccount(address: string, { lamports, data, owner, executable }: SolanaAccount): void {
    this.#svm.setAccount(toBytes(address), new Account(lamports, data, owner, executable, 0n));
  }

  #addTransaction(transaction: SolanaTransaction): void {
    this.#bySignature.set(transaction.signature, transaction);
    for (const address of new Set(transaction.accounts)) {
      const list = this.#byAddress.get(address) ?? [];
      list.push(transaction);
      this.#byAddress.set(address, list);
    }
  }

  #forgetOld(): void {
    if (this.#blocks.length > 2 * KEPT_BLOCKS) this.#blocks = this.#blocks.slice(-KEPT_BLOCKS);
    const { slot: final } = this.readHead("finalized");
    this.#steps = this.#steps.filter(({ slot }) => slot > final);
    for (const [address, changes] of this.#changes) {
      const kept = changes.filter(({ slot }) => slot > final);
      if (kept.length === 0) this.#changes.delete(address);
      else this.#changes.set(address, kept);
    }
  }
}

/** The chain itself knows blockhashes and repeated transactions. */
function prepareSvm(svm: LiteSvm): LiteSvm {
  svm.setBlockhashCheck(false);
  svm.setTransactionHistory(0n);
  return svm;
}

function readOutcome(result: object): Outcome {
  const meta = "meta" in result ? (result as { meta(): TransactionMetadata }).meta() : (result as TransactionMetadata);
  return {
    error: readTransactionError(result),
    logs: meta.logs(),
    units: meta.computeUnitsConsumed(),
    inner: meta.innerInstructions().map((list) =>
      list.map((item) => ({
        programIdIndex: item.instruction().programIdIndex(),
        accounts: [...item.instruction().accounts()],
        data: Uint8Array.from(item.instruction().data()),
        stackHeight: item.stackHeight(),
      })),
    ),
  };
}

function toBytes(address: string): Uint8Array {
  return new PublicKey(address).toBytes();
}

function hashText(text: string): string {
  return encodeBase58(createHash("sha256").update(text).digest());
}

/** JSON has neither bytes nor big numbers. */
function storeTransaction(transaction: SolanaTransaction): unknown {
  return JSON.parse(
    JSON.stringify(transaction, (_, value: unknown) => {
      if (typeof value === "bigint") return { big: String(value) };
      return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;
    }),
  );
}

function reviveTransaction(stored: unknown): SolanaTransaction {
  return JSON.parse(JSON.stringify(stored), (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if ("big" in value) return BigInt(String(value.big));
    return "bytes" in value ? Uint8Array.from(Buffer.from(String(value.bytes), "base64")) : value;
  }) as SolanaTransaction;
}
