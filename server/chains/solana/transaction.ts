import { decodeBase58 } from "#domain/address/base58.ts";
import { JsonRpcError } from "../jsonRpc.ts";
import { readList, readRecord, readTime, readWhole } from "../nodeAnswers.ts";
import type { Call } from "./network.ts";
import { readKey, readLamports, readText } from "./values.ts";

/** The newest version of transactions that is read here; a node refuses to tell a newer one. */
export const NEWEST_VERSION = 1;
const VERSIONS: ReadonlySet<unknown> = new Set([undefined, "legacy", 0, NEWEST_VERSION]);
const UNSUPPORTED_VERSION = -32_015;

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const TRANSFER = 2;
const TRANSFER_WITH_SEED = 11;
/** The tag and the lamports. */
const HEAD_BYTES = 12;
/** A transaction has 1,232 bytes; the System program reads no longer instruction. */
const MOST_DATA_CHARACTERS = 1_800;

interface Instruction {
  program: string;
  accounts: readonly string[];
  /** Base58. */
  data: string;
}

/** A transaction in a block. */
export interface ReadTransaction {
  txHash: string;
  slot: number;
  time: Date;
  hasFailed: boolean;
  feeBase: bigint;
  /** All accounts, with those from lookup tables; the first one pays the fee. */
  accounts: readonly string[];
  /** In the order in which they ran: each with those that its program called. */
  instructions: readonly Instruction[];
}

/** Lamports of an account before and after a transaction. */
export interface AccountBalances {
  preBase: bigint;
  postBase: bigint;
  hasSigned: boolean;
}

type Commitment = "confirmed" | "finalized";

/** What a node says of a transaction, unparsed. Null for one that is in no block of this commitment level. */
export async function askTransaction(call: Call, txHash: string, commitment: Commitment): Promise<unknown> {
  const config = { encoding: "json", commitment, maxSupportedTransactionVersion: NEWEST_VERSION };
  return call("getTransaction", [txHash, config]);
}

/** Whether a node refuses to tell a transaction because it is of a version newer than those that are read here. */
export function isOfUnknownVersion(error: unknown): boolean {
  return error instanceof JsonRpcError && error.rpcCode === UNSUPPORTED_VERSION;
}

/** Null for a transaction that is in no block of this commitment level. */
export async function readTransaction(
  call: Call,
  txHash: string,
  commitment: Commitment,
): Promise<ReadTransaction | null> {
  const answer = await askTransaction(call, txHash, commitment);
  return answer === null ? null : parseTransaction(answer, txHash);
}

export function parseTransaction(answer: unknown, txHash: string): ReadTransaction {
  const { message, details } = openAnswer(answer, txHash);
  const { slot, blockTime, version } = readRecord(answer);
  if (!VERSIONS.has(version)) throw new Error("a version of transactions that is not known here");
  const accounts = listAccounts(message, details).map(readKey);
  return {
    txHash,
    slot: readWhole(slot),
    time: readTime(blockTime),
    hasFailed: details["err"] !== null,
    feeBase: readLamports(details["fee"]),
    accounts,
    instructions: readInstructions(message["instructions"], details["innerInstructions"], accounts),
  };
}

/**
 * The balances of one account alone: those of others may be beyond what JSON holds exactly. Null where the transaction
 * does not name it.
 */
export function parseBalances(answer: unknown, txHash: string, address: string): AccountBalances | null {
  const { message, details } = openAnswer(answer, txHash);
  const accounts = listAccounts(message, details);
  const place = accounts.indexOf(address);
  if (place < 0) return null;
  const [pre, post] = [readList(details["preBalances"]), readList(details["postBalances"])];
  if (pre.length !== accounts.length || post.length !== accounts.length) {
    throw new Error("balances that do not fit the accounts");
  }
  return {
    preBase: readLamports(pre[place]),
    postBase: readLamports(post[place]),
    hasSigned: place < readWhole(readRecord(message["header"])["numRequiredSignatures"]),
  };
}

function openAnswer(answer: unknown, txHash: string) {
  const { transaction, meta } = readRecord(answer);
  const { signatures, message } = readRecord(transaction);
  if (readList(signatures)[0] !== txHash) throw new Error("the node answered another transaction");
  return { message: readRecord(message), details: readRecord(meta) };
}

/** With the addresses from lookup tables: instructions count the writable ones first. */
function listAccounts({ accountKeys }: Record<string, unknown>, { loadedAddresses }: Record<string, unknown>) {
  const named = readList(accountKeys);
  if (loadedAddresses === undefined || loadedAddresses === null) return named;
  const { writable, readonly } = readRecord(loadedAddresses);
  return [...named, ...readList(writable), ...readList(readonly)];
}

function readInstructions(outer: unknown, inner: unknown, accounts: readonly string[]): Instruction[] {
  // A node that has not recorded them would hide transfers.
  const called = new Map(
    readList(inner).map((item) => {
      const { index, instructions } = readRecord(item);
      return [readWhole(index), readList(instructions)];
    }),
  );
  return readList(outer)
    .flatMap((instruction, index) => [instruction].concat(called.get(index) ?? []))
    .map((instruction) => readInstruction(instruction, accounts));
}

function readInstruction(value: unknown, accounts: readonly string[]): Instruction {
  const { programIdIndex, accounts: indexes, data } = readRecord(value);
  const find = (index: unknown): string => {
    const account = accounts[readWhole(index)];
    if (account === undefined) throw new Error("an instruction with an account that is not there");
    return account;
  };
  return { program: find(programIdIndex), accounts: readList(indexes).map(find), data: readText(data) };
}

/** A transfer by the System program. */
export interface Transfer {
  from: string;
  to: string;
  amountBase: bigint;
  /** Accounts that the instruction names beside those that it needs. */
  extra: readonly string[];
}

/** All transfers that the transaction asked for, also where it has failed. */
export function listTransfers({ instructions }: ReadTransaction): Transfer[] {
  return instructions.flatMap((instruction) => readTransfer(instruction) ?? []);
}

function readTransfer({ program, accounts, data }: Instruction): Transfer | null {
  if (program !== SYSTEM_PROGRAM) return null;
  const bytes = decodeHead(data);
  if (bytes === null) return null;
  const tag = bytes.readUInt32LE(0);
  // With a seed, the second account is the one that signs for the first.
  const receiver = tag === TRANSFER ? 1 : tag === TRANSFER_WITH_SEED ? 2 : null;
  const from = accounts[0];
  const to = receiver === null ? undefined : accounts[receiver];
  if (receiver === null || from === undefined || to === undefined) return null;
  return { from, to, amountBase: bytes.readBigUInt64LE(4), extra: accounts.slice(receiver + 1) };
}

/** The first bytes of an instruction, which may have more; null for one that is too short or too long. */
function decodeHead(text: string): Buffer | null {
  if (text.length > MOST_DATA_CHARACTERS) return null;
  // A character holds 0.733 bytes, a leading 1 a whole one.
  const ones = /^1*/u.exec(text)?.[0].length ?? 0;
  const least = ones + Math.floor((text.length - ones) * 0.7322);
  const most = ones + Math.ceil((text.length - ones) * 0.7326);
  for (let length = Math.max(least, HEAD_BYTES); length <= most; length += 1) {
    const bytes = decodeBase58(text, length);
    if (bytes !== null) return Buffer.from(bytes);
  }
  return null;
}
