import { readKey, readLamports, readText } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import { readList, readRecord, readTime, readWhole } from "../nodeAnswers.ts";

export interface Instruction {
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
  /** Base units of each account, before and after. */
  preBalances: readonly bigint[];
  postBalances: readonly bigint[];
  /** In the order in which they ran: each with those that its program called. */
  instructions: readonly Instruction[];
}

/** Null for a transaction that is in no block of this commitment level. */
export async function readTransaction(
  call: Call,
  txHash: string,
  commitment: "confirmed" | "finalized",
): Promise<ReadTransaction | null> {
  const config = { encoding: "json", commitment, maxSupportedTransactionVersion: 0 };
  const answer = await call("getTransaction", [txHash, config]);
  if (answer === null) return null;
  const { slot, blockTime, transaction, meta } = readRecord(answer);
  const { signatures, message } = readRecord(transaction);
  if (readList(signatures)[0] !== txHash) throw new Error("the node answered another transaction");
  const details = readRecord(meta);
  const accounts = [...readKeys(readRecord(message)["accountKeys"]), ...readLoaded(details["loadedAddresses"])];
  const preBalances = readList(details["preBalances"]).map(readLamports);
  const postBalances = readList(details["postBalances"]).map(readLamports);
  if (preBalances.length !== accounts.length || postBalances.length !== accounts.length) {
    throw new Error("balances that do not fit the accounts");
  }
  return {
    txHash,
    slot: readWhole(slot),
    time: readTime(blockTime),
    hasFailed: details["err"] !== null,
    feeBase: readLamports(details["fee"]),
    accounts,
    preBalances,
    postBalances,
    instructions: readInstructions(readRecord(message)["instructions"], details["innerInstructions"], accounts),
  };
}

function readKeys(value: unknown): string[] {
  return readList(value).map(readKey);
}

/** The addresses from lookup tables: instructions count the writable ones first. */
function readLoaded(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const { writable, readonly } = readRecord(value);
  return [...readKeys(writable), ...readKeys(readonly)];
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
