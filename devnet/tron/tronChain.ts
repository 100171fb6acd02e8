import { createHash } from "node:crypto";
import type { TronTransaction } from "./parseTransaction.ts";
import { checkSignatures, createPermissions, readPermissionUpdate } from "./tronPermissions.ts";
import type { TronPermissions } from "./tronPermissions.ts";
import { TronRefusal } from "./tronRefusal.ts";

export const PARAMETERS = {
  getMaintenanceTimeInterval: 21_600_000,
  getCreateAccountFee: 100_000,
  getTransactionFee: 1_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getFreeNetLimit: 600,
  getEnergyFee: 100,
  getMemoFee: 1_000_000,
  getUpdateAccountPermissionFee: 100_000_000,
  getMultiSignFee: 1_000_000,
} as const;

const DAY_MS = 86_400_000;
/** A transaction expires at most so long after the newest block. */
const MAX_LIFE_MS = DAY_MS;
/** A reference names one of so many newest blocks. */
const REFERABLE_BLOCKS = 65_536;
/** Older blocks are forgotten. The first block and all transactions stay. */
const KEPT_BLOCKS = 5_000;
/** Older states of accounts are forgotten. */
const KEPT_STATES = 100;

export interface TronBlock {
  readonly number: number;
  /** In hex; begins with the number. */
  readonly id: string;
  readonly parentId: string;
  /** Unix time in milliseconds. */
  readonly timeMs: number;
  readonly txIds: readonly string[];
}

export interface TronAccount {
  readonly balance: number;
  /** Free bandwidth that was used, as it was at `netTimeMs`; it comes back over a day. */
  readonly netUsed: number;
  readonly netTimeMs: number;
  readonly createTimeMs: number;
  /** What calls of a contract end with; null for an account with a key. */
  readonly contractResult: string | null;
  /** Left out for an account that its own key alone moves. */
  readonly permissions?: TronPermissions;
}

/** What became of a transaction. */
export interface Receipt {
  readonly blockNumber: number;
  readonly timeMs: number;
  readonly fee: number;
  /** Of the fee: what bandwidth cost. */
  readonly netFee: number;
  readonly netUsage: number;
  readonly result: string;
}

export interface Included {
  readonly transaction: TronTransaction;
  readonly receipt: Receipt;
}

interface Version {
  readonly number: number;
  readonly account: TronAccount;
}

/** What is stored over a restart. */
export interface TronState {
  readonly blocks: readonly TronBlock[];
  readonly accounts: readonly (readonly [string, readonly Version[]])[];
  readonly transactions: readonly Included[];
}

type Accounts = Map<string, TronAccount>;

/** A chain with the rules of Tron for its own coin: signatures, references, expiry, bandwidth and activation. */
export class TronChain {
  /** By their numbers, the newest last. */
  readonly #blocks = new Map<number, TronBlock>();
  #head = 0;
  readonly #accounts = new Map<string, Version[]>();
  readonly #transactions = new Map<string, Included>();
  /** What waits for the next block, and the accounts as they are after it. */
  #waiting: TronTransaction[] = [];
  #next: Accounts = new Map();
  /** Differs where the same block is made anew. */
  #forks = 0;
  readonly #solidLag: number;

  private constructor(solidLag: number) {
    this.#solidLag = solidLag;
  }

  /** @param solidLag blocks behind the newest one that are not solid */
  static create(seed: string, timeMs: number, solidLag: number): TronChain {
    const chain = new TronChain(solidLag);
    chain.#append({ number: 0, id: formatBlockId(0, seed), parentId: "0".repeat(64), timeMs, txIds: [] });
    return chain;
  }

  static load({ blocks, accounts, transactions }: TronState, solidLag: number): TronChain {
    const chain = new TronChain(solidLag);
    for (const block of blocks) chain.#append(block);
    for (const [address, versions] of accounts) chain.#accounts.set(address, [...versions]);
    for (const included of transactions) chain.#transactions.set(included.transaction.txId, included);
    return chain;
  }

  save(): TronState {
    return {
      blocks: [...this.#blocks.values()],
      accounts: [...this.#accounts],
      transactions: [...this.#transactions.values()],
    };
  }

  readHead(): TronBlock {
    const head = this.findBlock(this.#head);
    if (head === null) throw new Error("a chain has a first block");
    return head;
  }

  /** The newest block that no fork replaces. */
  readSolid(): TronBlock {
    return this.findBlock(Math.max(0, this.#head - this.#solidLag)) ?? this.readHead();
  }

  /** Null for a block that is not there, or not any more. */
  findBlock(number: number): TronBlock | null {
    return this.#blocks.get(number) ?? null;
  }

  findBlockById(id: string): TronBlock | null {
    const block = this.findBlock(Number(BigInt(`0x0${id.slice(0, 16)}`)));
    return block?.id === id ? block : null;
  }

  /** The newest state up to a block; null before an account's activation. */
  readAccount(address: string, number = this.readHead().number): TronAccount | null {
    return this.#accounts.get(address)?.findLast((version) => version.number <= number)?.account ?? null;
  }

  findTransaction(txId: string): Included | null {
    return this.#transactions.get(txId) ?? null;
  }

  /** The newest first. */
  listTransactions(address: string): Included[] {
    const isOf = ({ transaction: { value } }: Included) =>
      [value["owner_address"], value["to_address"]].includes(address);
    return [...this.#transactions.values()].filter(isOf).toReversed();
  }

  /** Free bandwidth that is used at a time. */
  readNetUsed(account: TronAccount, timeMs: number): number {
    const left = Math.max(0, 1 - Math.max(0, timeMs - account.netTimeMs) / DAY_MS);
    return Math.floor(account.netUsed * left);
  }

  /** Gives money to an account, from the newest block on. */
  fund(address: string, amount: number): void {
    const known = this.readAccount(address);
    const account = known ?? createAccount(this.readHead().timeMs);
    this.#write(address, { ...account, balance: account.balance + amount }, this.readHead().number);
    this.#next = new Map();
  }

  /** Puts a contract at an address; its calls do nothing and end with `result`. */
  deploy(address: string, result = "SUCCESS"): void {
    const account = this.readAccount(address) ?? createAccount(this.readHead().timeMs);
    this.#write(address, { ...account, contractResult: result }, this.readHead().number);
    this.#next = new Map();
  }

  /** Takes a signed transaction for the next block, or throws TronRefusal. */
  take(transaction: TronTransaction): void {
    const { txId } = transaction;
    const isKnown = this.#transactions.has(txId) || this.#waiting.some((other) => other.txId === txId);
    this.#checkSignatures(transaction, this.#next);
    this.#checkReference(transaction);
    checkExpiry(transaction, this.readHead().timeMs);
    if (isKnown) throw new TronRefusal("DUP_TRANSACTION_ERROR", "Dup transaction.");
    this.#run(transaction, this.#next, this.readHead());
    this.#waiting.push(transaction);
  }

  /** Makes a block of what waits. */
  seal(timeMs: number): TronBlock {
    const head = this.readHead();
    const number = head.number + 1;
    const accounts: Accounts = new Map();
    const receipts: Included[] = [];
    for (const transaction of this.#waiting) {
      try {
        this.#checkSignatures(transaction, accounts);
        this.#checkReference(transaction);
        checkExpiry(transaction, head.timeMs);
        const result = this.#run(transaction, accounts, head);
        receipts.push({ transaction, receipt: { ...result, blockNumber: number, timeMs } });
      } catch (error) {
        // What has become invalid is left out.
        if (!(error instanceof TronRefusal)) throw error;
      }
    }
    this.forgetWaiting();
    for (const [address, account] of accounts) this.#write(address, account, number);
    for (const included of receipts) this.#transactions.set(included.transaction.txId, included);
    const txIds = receipts.map(({ transaction }) => transaction.txId);
    const id = formatBlockId(number, [head.id, timeMs, this.#forks, ...txIds].join(" "));
    return this.#append({ number, id, parentId: head.id, timeMs, txIds });
  }

  /** Loses what waits for the next block. */
  forgetWaiting(): void {
    this.#waiting = [];
    this.#next = new Map();
  }

  /** Replaces the newest blocks by as many empty ones, and forgets their transactions. */
  drop(count: number): void {
    const number = this.#head - count;
    const dropped = [...this.#blocks.values()].filter((block) => block.number > number);
    for (const block of dropped) this.#blocks.delete(block.number);
    this.#head = number;
    for (const [address, versions] of this.#accounts) {
      const kept = versions.filter((version) => version.number <= number);
      if (kept.length === 0) this.#accounts.delete(address);
      else this.#accounts.set(address, kept);
    }
    for (const txId of dropped.flatMap(({ txIds }) => txIds)) this.#transactions.delete(txId);
    this.forgetWaiting();
    this.#forks += 1;
    for (const { timeMs } of dropped) this.seal(timeMs);
  }

  #append(block: TronBlock): TronBlock {
    this.#blocks.set(block.number, block);
    this.#head = block.number;
    const forgotten = block.number - KEPT_BLOCKS;
    if (forgotten > 0) this.#blocks.delete(forgotten);
    return block;
  }

  #write(address: string, account: TronAccount, number: number): void {
    const versions = this.#accounts.get(address) ?? [];
    const before = versions.filter((version) => version.number < number);
    // The newest of the states that are forgotten is what an account was before the others.
    const oldest = before.findLastIndex((version) => version.number < number - KEPT_STATES);
    this.#accounts.set(address, [...before.slice(Math.max(0, oldest)), { number, account }]);
  }

  #checkReference({ rawData }: TronTransaction): void {
    const { number } = this.readHead();
    const low = Number.parseInt(rawData.ref_block_bytes, 16);
    const referred = number - ((number - low + REFERABLE_BLOCKS * 2) % REFERABLE_BLOCKS);
    if (this.findBlock(referred)?.id.slice(16, 32) !== rawData.ref_block_hash) {
      throw new TronRefusal("TAPOS_ERROR", "Tapos check error.");
    }
  }

  #checkSignatures(transaction: TronTransaction, accounts: Accounts): void {
    const owner = String(transaction.value["owner_address"]);
    const account = accounts.get(owner) ?? this.readAccount(owner);
    checkSignatures(transaction, account?.permissions ?? createPermissions(owner));
  }

  /** Runs a transaction over the accounts as they are after the others of its block. */
  #run(
    transaction: TronTransaction,
    accounts: Accounts,
    head: TronBlock,
  ): Pick<Receipt, "fee" | "netFee" | "netUsage" | "result"> {
    const read = (address: string) => accounts.get(address) ?? this.readAccount(address);
    const { type, value, rawData, signatures, sizeBytes } = transaction;
    const owner = String(value["owner_address"]);
    const sender = read(owner);
    if (sender === null) refuseContract(type, "no OwnerAccount");
    const isUpdate = type === "AccountPermissionUpdateContract";
    const permissions = isUpdate ? readPermissionUpdate(transaction) : sender.permissions;
    const to = isUpdate ? owner : String(value[type === "TriggerSmartContract" ? "contract_address" : "to_address"]);
    const receiver = read(to);
    const amount = Number(value["amount"] ?? value["call_value"] ?? 0);
    const moved = type === "TransferAssetContract" ? 0 : amount;
    if (!isUpdate) checkContract({ type, owner, to, amount, receiver });

    const isNew = receiver === null && type !== "TriggerSmartContract";
    const used = this.readNetUsed(sender, head.timeMs);
    const isFree = !isNew && used + sizeBytes <= PARAMETERS.getFreeNetLimit;
    const netFee = isNew ? PARAMETERS.getCreateAccountFee : isFree ? 0 : sizeBytes * PARAMETERS.getTransactionFee;
    const memoFee = rawData.data === undefined ? 0 : PARAMETERS.getMemoFee;
    const signFee = signatures.length > 1 ? PARAMETERS.getMultiSignFee : 0;
    const ownFee = isUpdate
      ? PARAMETERS.getUpdateAccountPermissionFee
      : isNew
        ? PARAMETERS.getCreateNewAccountFeeInSystemContract
        : 0;
    const fee = netFee + memoFee + signFee + ownFee;
    if (sender.balance < netFee + memoFee + signFee)
      throw new TronRefusal("BANDWITH_ERROR", "Account resource insufficient error.");
    if (sender.balance < fee + moved) refuseContract(type, "balance is not sufficient");

    const result = type === "TriggerSmartContract" ? (receiver?.contractResult ?? "SUCCESS") : "SUCCESS";
    const paid = result === "SUCCESS" ? moved : 0;
    accounts.set(owner, {
      ...sender,
      balance: sender.balance - fee - paid,
      ...(permissions === undefined ? {} : { permissions }),
      ...(isFree ? { netUsed: used + sizeBytes, netTimeMs: head.timeMs } : {}),
    });
    const paidTo = read(to) ?? createAccount(head.timeMs);
    accounts.set(to, { ...paidTo, balance: paidTo.balance + paid });
    return { fee, netFee, netUsage: isFree ? sizeBytes : 0, result };
  }
}

interface Checked {
  type: string;
  owner: string;
  to: string;
  amount: number;
  receiver: TronAccount | null;
}

function checkContract({ type, owner, to, amount, receiver }: Checked): void {
  if (!/^41[0-9a-f]{40}$/.test(to)) refuseContract(type, "Invalid toAddress!");
  if (type === "TriggerSmartContract") {
    if (receiver === null || receiver.contractResult === null)
      refuseContract(type, "No contract or not a smart contract");
    return;
  }
  if (to === owner) refuseContract(type, "Cannot transfer TRX to yourself.");
  if (!Number.isSafeInteger(amount) || amount <= 0) refuseContract(type, "Amount must be greater than 0.");
  if (receiver !== null && receiver.contractResult !== null) {
    refuseContract(type, "Cannot transfer TRX to a smartContract.");
  }
}

function refuseContract(type: string, reason: string): never {
  throw new TronRefusal("CONTRACT_VALIDATE_ERROR", `Contract validate error : Validate ${type} error, ${reason}`);
}

function checkExpiry({ rawData }: TronTransaction, headTimeMs: number): void {
  const { expiration } = rawData;
  if (expiration <= headTimeMs || expiration > headTimeMs + MAX_LIFE_MS) {
    throw new TronRefusal(
      "TRANSACTION_EXPIRATION_ERROR",
      `Transaction expiration, transaction expiration time is ${expiration}, but headBlockTime is ${headTimeMs}`,
    );
  }
}

function createAccount(timeMs: number): TronAccount {
  return { balance: 0, netUsed: 0, netTimeMs: 0, createTimeMs: timeMs, contractResult: null };
}

/** The number, and 24 bytes of a hash. */
function formatBlockId(number: number, content: string): string {
  return number.toString(16).padStart(16, "0") + createHash("sha256").update(content).digest("hex").slice(16);
}
