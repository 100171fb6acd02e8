import { createHash } from "node:crypto";
import {
  Address,
  beginCell,
  Cell,
  Dictionary,
  loadMessage,
  loadShardAccount,
  loadTransaction,
  storeMessage,
  storeShardAccount,
} from "@ton/core";
import type { Message, ShardAccount } from "@ton/core";
import { createEmptyShardAccount, createShardAccount, defaultConfig, Executor } from "@ton/sandbox";
import { SHARED_CODE, SHARED_CODE_PARAMETER } from "./telegramWallet.ts";
import { GLOBAL_ID } from "./settings.ts";

/** An error answer in the form of toncenter. */
export class TonRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "TonRefusal";
    this.status = status;
  }
}

const GLOBAL_ID_PARAMETER = 19;
const LT_STEP = 1_000_000n;
/** Older blocks are forgotten, as a node without an archive forgets them. */
const KEPT_BLOCKS = 5_000;
/** Transactions of one block; messages beyond wait for the next one. */
const BLOCK_TRANSACTIONS = 1_000;

export interface TonTransaction {
  /** Raw address of the account. */
  readonly account: string;
  readonly lt: bigint;
  /** Hex. */
  readonly hash: string;
  /** The transaction's cell in base64. */
  readonly boc: string;
  /** The masterchain block that committed it. */
  readonly seqno: number;
}

/** A masterchain block, which commits one block of the workchain. */
export interface TonBlock {
  readonly seqno: number;
  /** Unix time. */
  readonly time: number;
  /** Hex. */
  readonly rootHash: string;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly transactions: readonly TonTransaction[];
}

/** What an account is after a block. */
export interface TonAccount {
  readonly shardAccount: ShardAccount;
  readonly lastLt: bigint;
  /** Hex; zeros before the first transaction. */
  readonly lastHash: string;
}

/** The chain as an endpoint tells it. */
export interface TonView {
  readonly genesisHash: string;
  readonly config: Cell;
  readHead(): TonBlock;
  /** Null for a block that is not there, or not any more. */
  findBlock(seqno: number): TonBlock | null;
  /** The newest state up to a block. */
  readAccount(account: string, seqno: number): TonAccount;
  /** All transactions of an account, the oldest first. */
  listTransactions(account: string): readonly TonTransaction[];
}

interface Version {
  readonly seqno: number;
  /** The account's cell in base64. */
  readonly boc: string;
}

/** What is stored over a restart. */
export interface TonState {
  readonly genesisHash: string;
  readonly lt: string;
  readonly blocks: readonly (readonly [number, number, string, string, string])[];
  readonly accounts: readonly (readonly [string, readonly Version[]])[];
  readonly transactions: readonly (readonly [string, string, string, string, number])[];
  /** Messages on their way after the newest block, as cells in base64. */
  readonly underway?: readonly string[];
  /** Code that accounts name by its hash, as cells in base64. */
  readonly libraries?: readonly string[];
}

/**
 * A chain of masterchain blocks over the TVM: wallets, fees and bounces are those of the real code. What a transaction
 * sends arrives a block later, as between accounts of different shards.
 */
export class TonChain implements TonView {
  readonly genesisHash: string;
  config: Cell;
  readonly #executor: Executor;
  #config: string;
  #blocks: TonBlock[] = [];
  #lt = 0n;
  readonly #versions = new Map<string, Version[]>();
  readonly #transactions = new Map<string, TonTransaction[]>();
  /** External messages that wait for a block, by their hash. */
  #waiting = new Map<string, Cell>();
  /** Messages that arrive with the block after one, by its number. */
  readonly #underway = new Map<number, readonly Cell[]>();
  /** Code that accounts name by its hash, and the dictionary of it. */
  readonly #libraries: Cell[] = [];
  #libs: Cell | null = null;
  /** What the next block adds to balances. */
  #adjusted: { account: string; difference: bigint }[] = [];
  /** Replaced blocks get other hashes. */
  #forks = 0;
  /** The work on the newest block. */
  #sealing: Promise<unknown> = Promise.resolve();

  private constructor(executor: Executor, config: Cell, genesisHash: string) {
    this.#executor = executor;
    this.config = config;
    this.#config = config.toBoc().toString("base64");
    this.genesisHash = genesisHash;
  }

  /** A new chain whose first block is of `time`. */
  static async create(seed: string, time: number): Promise<TonChain> {
    const chain = new TonChain(await Executor.create(), readConfig(), hashText(`genesis ${seed}`));
    chain.#blocks.push(chain.#nameBlock({ seqno: 1, time, startLt: 0n, endLt: 0n, transactions: [] }, ""));
    return chain;
  }

  /** Changes a parameter of the configuration from the next block on, as validators do by a vote. */
  configure(parameter: number, value: Cell): void {
    const parameters = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), this.config);
    parameters.set(parameter, value);
    this.config = beginCell().storeDictDirect(parameters).endCell();
    this.#config = this.config.toBoc().toString("base64");
  }

  /** Puts code into the chain's library. */
  publish(code: Cell): void {
    this.#libraries.push(code);
    const codes = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
    for (const known of this.#libraries) codes.set(BigInt(`0x${known.hash().toString("hex")}`), known);
    this.#libs = beginCell().storeDictDirect(codes).endCell();
  }

  static async load(state: TonState): Promise<TonChain> {
    const chain = new TonChain(await Executor.create(), readConfig(), state.genesisHash);
    for (const [account, lt, hash, boc, seqno] of state.transactions) {
      chain.#addTransaction({ account, lt: BigInt(lt), hash, boc, seqno });
    }
    for (const [account, versions] of state.accounts) chain.#versions.set(account, [...versions]);
    const bySeqno = Map.groupBy([...chain.#transactions.values()].flat(), ({ seqno }) => seqno);
    chain.#blocks = state.blocks.map(([seqno, time, rootHash, startLt, endLt]) => ({
      seqno,
      time,
      rootHash,
      startLt: BigInt(startLt),
      endLt: BigInt(endLt),
      transactions: bySeqno.get(seqno) ?? [],
    }));
    chain.#lt = BigInt(state.lt);
    for (const boc of state.libraries ?? []) chain.publish(Cell.fromBase64(boc));
    chain.#setUnderway(chain.readHead().seqno, state.underway?.map((boc) => Cell.fromBase64(boc)) ?? []);
    return chain;
  }

  save(): TonState {
    return {
      genesisHash: this.genesisHash,
      lt: String(this.#lt),
      blocks: this.#blocks.map(({ seqno, time, rootHash, startLt, endLt }) => [
        seqno,
        time,
        rootHash,
        String(startLt),
        String(endLt),
      ]),
      accounts: [...this.#versions],
      transactions: [...this.#transactions.values()]
        .flat()
        .map(({ account, lt, hash, boc, seqno }) => [account, String(lt), hash, boc, seqno]),
      underway: this.#readUnderway(this.readHead().seqno).map(formatCell),
      libraries: this.#libraries.map(formatCell),
    };
  }

  readHead(): TonBlock {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Error("a chain without blocks");
    return head;
  }

  findBlock(seqno: number): TonBlock | null {
    const first = this.#blocks[0]?.seqno ?? 0;
    return this.#blocks[seqno - first] ?? null;
  }

  readAccount(account: string, seqno: number): TonAccount {
    const version = this.#versions.get(account)?.findLast((candidate) => candidate.seqno <= seqno);
    const shardAccount =
      version === undefined ? createEmptyShardAccount(Address.parseRaw(account)) : parseVersion(version);
    return {
      shardAccount,
      lastLt: shardAccount.lastTransactionLt,
      lastHash: shardAccount.lastTransactionHash.toString(16).padStart(64, "0"),
    };
  }

  listTransactions(account: string): readonly TonTransaction[] {
    return this.#transactions.get(account) ?? [];
  }

  /** Takes an external message, and answers its hash. Throws TonRefusal for one that its account does not accept now. */
  async accept(boc: string, time: number): Promise<string> {
    const cell = readExternal(boc);
    const hash = cell.hash().toString("hex");
    if (this.#waiting.has(hash)) return hash;
    const { info } = loadMessage(cell.beginParse());
    if (info.type !== "external-in") throw new TonRefusal(500, "the message is not an external one");
    const account = info.dest.toRawString();
    const outcome = await this.#run({ account, message: cell, time, lt: this.#lt + LT_STEP });
    if (outcome.kind === "refused") {
      throw new TonRefusal(
        500,
        "LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted\n" +
          `Cannot run message on account: inbound external message rejected by ${outcome.reason}`,
      );
    }
    this.#waiting.set(hash, cell);
    return hash;
  }

  /** Runs a message on the newest state and changes nothing. */
  async emulate(message: Cell, account: string, time: number): Promise<Cell | null> {
    const run = { account, message, time, lt: this.#lt + LT_STEP, isUnsigned: true };
    const outcome = await this.#run(run);
    return outcome.kind === "refused" ? null : Cell.fromBase64(outcome.transaction);
  }

  runGetMethod(account: string, seqno: number, { methodId, stack, time }: GetMethodCall) {
    const { shardAccount } = this.readAccount(account, seqno);
    const state = shardAccount.account?.storage.state;
    if (state?.type !== "active" || state.state.code === null || state.state.code === undefined) return null;
    return this.#executor.runGetMethod({
      code: state.state.code,
      data: state.state.data ?? new Cell(),
      methodId,
      stack,
      config: this.#config,
      ...(this.#libs === null ? {} : { libs: this.#libs }),
      verbosity: "short",
      address: Address.parseRaw(account),
      unixTime: time,
      balance: shardAccount.account?.storage.balance.coins ?? 0n,
      randomSeed: Buffer.alloc(32),
      gasLimit: 1_000_000n,
      debugEnabled: false,
    });
  }

  /** Takes an external message without asking its account. */
  take(message: Cell): void {
    this.#waiting.set(message.hash().toString("hex"), message);
  }

  /** Deploys an account with money, or gives an address money, at once. */
  fund(address: Address, balance: bigint, init?: { code: Cell; data: Cell }): void {
    const shardAccount =
      init === undefined ? createEmptyShardAccount(address) : createShardAccount({ address, balance, ...init });
    if (shardAccount.account !== undefined && shardAccount.account !== null) {
      shardAccount.account.storage.balance.coins = balance;
    }
    const { seqno } = this.readHead();
    this.#addVersion(address.toRawString(), { seqno, boc: formatAccount(shardAccount) });
  }

  /** Changes a balance with the next block, without a transaction. */
  adjust(address: Address, difference: bigint): void {
    this.#adjusted.push({ account: address.toRawString(), difference });
  }

  /** Adds a block with everything that waits. */
  seal(time: number): Promise<void> {
    const sealing = this.#sealing.then(() => this.#seal(time));
    this.#sealing = sealing.catch(() => undefined);
    return sealing;
  }

  /**
   * Replaces the newest blocks by as many, and forgets what waits. The new ones have only what the block before them has
   * sent on its way.
   */
  async drop(count: number): Promise<void> {
    await this.#sealing;
    const dropped = this.#blocks.splice(-count);
    const { seqno, endLt } = this.readHead();
    for (const block of dropped) this.#underway.delete(block.seqno);
    for (const versions of this.#versions.values()) removeAfter(versions, seqno);
    for (const transactions of this.#transactions.values()) removeAfter(transactions, seqno);
    this.#lt = endLt;
    this.#waiting.clear();
    this.#forks += 1;
    for (const { time } of dropped) await this.seal(time);
  }

  async #seal(time: number): Promise<void> {
    const parent = this.readHead();
    const seqno = parent.seqno + 1;
    const startLt = this.#lt + LT_STEP;
    const changed = new Map<string, string>();
    for (const { account, difference } of this.#adjusted) {
      const known = changed.get(account);
      const shardAccount =
        known === undefined ? this.readAccount(account, parent.seqno).shardAccount : parseAccount(known);
      if (shardAccount.account === undefined || shardAccount.account === null) throw new Error("no such account");
      shardAccount.account.storage.balance.coins += difference;
      changed.set(account, formatAccount(shardAccount));
    }
    this.#adjusted = [];
    const externals = [...this.#waiting.values()];
    this.#waiting = new Map();
    const sent: Cell[] = [];
    const transactions: TonTransaction[] = [];
    for (const message of [...this.#readUnderway(parent.seqno), ...externals]) {
      const { info } = loadMessage(message.beginParse());
      if (transactions.length >= BLOCK_TRANSACTIONS) {
        if (info.type === "internal") sent.push(message);
        continue;
      }
      const { dest } = info;
      if (!Address.isAddress(dest)) continue;
      const account = dest.toRawString();
      this.#lt += LT_STEP;
      const outcome = await this.#run({ account, message, time, lt: this.#lt, known: changed.get(account) });
      if (outcome.kind === "refused") continue;
      changed.set(account, outcome.shardAccount);
      const cell = Cell.fromBase64(outcome.transaction);
      const transaction = loadTransaction(cell.beginParse());
      const hash = cell.hash().toString("hex");
      transactions.push({ account, lt: transaction.lt, hash, boc: outcome.transaction, seqno });
      for (const out of transaction.outMessages.values()) if (out.info.type === "internal") sent.push(toCell(out));
    }
    this.#lt += LT_STEP;
    for (const [account, boc] of changed) this.#addVersion(account, { seqno, boc });
    for (const transaction of transactions) this.#addTransaction(transaction);
    const block = { seqno, time: Math.max(time, parent.time), startLt, endLt: this.#lt, transactions };
    this.#blocks.push(this.#nameBlock(block, parent.rootHash));
    this.#setUnderway(seqno, sent);
    if (this.#blocks.length <= KEPT_BLOCKS) return;
    const forgotten = this.#blocks.shift();
    if (forgotten !== undefined) this.#underway.delete(forgotten.seqno);
  }

  #readUnderway(seqno: number): readonly Cell[] {
    return this.#underway.get(seqno) ?? [];
  }

  #setUnderway(seqno: number, messages: readonly Cell[]): void {
    if (messages.length > 0) this.#underway.set(seqno, messages);
  }

  async #run({ account, message, time, lt, known, isUnsigned = false }: Run): Promise<Outcome> {
    const shardAccount = known ?? formatAccount(this.readAccount(account, this.readHead().seqno).shardAccount);
    const { result } = await this.#executor.runTransaction({
      config: this.#config,
      libs: this.#libs,
      verbosity: "short",
      shardAccount,
      now: time,
      lt,
      randomSeed: Buffer.alloc(32),
      ignoreChksig: isUnsigned,
      debugEnabled: false,
      message,
    });
    if (result.success) {
      return { kind: "landed", shardAccount: result.shardAccount, transaction: result.transaction };
    }
    const id = account.slice(account.indexOf(":") + 1).toUpperCase();
    const code = result.vmResults?.vmExitCode;
    return {
      kind: "refused",
      reason:
        code === undefined
          ? `account ${id} before smart-contract execution`
          : `transaction ${id}:\nexitcode=${code}, steps=0, gas_used=0`,
    };
  }

  #addVersion(account: string, version: Version): void {
    const versions = this.#versions.get(account) ?? [];
    versions.push(version);
    this.#versions.set(account, versions);
  }

  #addTransaction(transaction: TonTransaction): void {
    const known = this.#transactions.get(transaction.account) ?? [];
    known.push(transaction);
    this.#transactions.set(transaction.account, known);
  }

  #nameBlock(block: Omit<TonBlock, "rootHash">, parentHash: string): TonBlock {
    const { seqno, time, transactions } = block;
    const parts = [this.genesisHash, parentHash, seqno, time, this.#forks, ...transactions.map(({ hash }) => hash)];
    return { ...block, rootHash: hashText(parts.join(" ")) };
  }
}

interface GetMethodCall {
  methodId: number;
  stack: Parameters<Executor["runGetMethod"]>[0]["stack"];
  time: number;
}

interface Run {
  account: string;
  message: Cell;
  time: number;
  lt: bigint;
  /** The account's cell in base64, if it has changed in this block. */
  known?: string | undefined;
  /** Signatures are not checked. */
  isUnsigned?: boolean;
}

type Outcome = { kind: "landed"; shardAccount: string; transaction: string } | { kind: "refused"; reason: string };

/** The main network's configuration, with the test networks' id. */
function readConfig(): Cell {
  const parameters = Dictionary.loadDirect(
    Dictionary.Keys.Int(32),
    Dictionary.Values.Cell(),
    Cell.fromBase64(defaultConfig),
  );
  parameters.set(GLOBAL_ID_PARAMETER, beginCell().storeInt(GLOBAL_ID, 32).endCell());
  parameters.set(SHARED_CODE_PARAMETER, SHARED_CODE);
  return beginCell().storeDictDirect(parameters).endCell();
}

function readExternal(boc: string): Cell {
  try {
    const cell = Cell.fromBase64(boc);
    loadMessage(cell.beginParse());
    return cell;
  } catch {
    throw new TonRefusal(500, "LITE_SERVER_UNKNOWN: cannot deserialize external message boc");
  }
}

function parseAccount(boc: string): ShardAccount {
  return loadShardAccount(Cell.fromBase64(boc).beginParse());
}

/** Cells never change; an account that is read from one may. */
const cells = new WeakMap<Version, Cell>();

function parseVersion(version: Version): ShardAccount {
  const cell = cells.get(version) ?? Cell.fromBase64(version.boc);
  cells.set(version, cell);
  return loadShardAccount(cell.beginParse());
}

function formatAccount(account: ShardAccount): string {
  return formatCell(beginCell().store(storeShardAccount(account)).endCell());
}

function formatCell(cell: Cell): string {
  return cell.toBoc().toString("base64");
}

function toCell(message: Message): Cell {
  return beginCell().store(storeMessage(message)).endCell();
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function removeAfter(items: { readonly seqno: number }[], seqno: number): void {
  while ((items.at(-1)?.seqno ?? 0) > seqno) items.pop();
}
