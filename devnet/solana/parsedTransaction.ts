import { AddressLookupTableAccount, VersionedTransaction } from "@solana/web3.js";
import type { PublicKey, VersionedMessage } from "@solana/web3.js";
import { encodeBase58 } from "#domain/address/base58.ts";

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
const SET_LIMIT = 2;
const SET_PRICE = 3;
const UNITS_PER_INSTRUCTION = 200_000n;
const MOST_UNITS = 1_400_000n;

/** Addresses that come from lookup tables. */
export interface LoadedAddresses {
  readonly writable: readonly PublicKey[];
  readonly readonly: readonly PublicKey[];
}

export interface ParsedTransaction {
  readonly signatures: readonly string[];
  readonly message: VersionedMessage;
  readonly raw: Uint8Array;
}

/** What a message of version 1 says of its budget, in place of instructions. */
export interface TransactionConfig {
  readonly computeUnitLimit: number | null;
  readonly heapSize: number | null;
  readonly loadedAccountsDataSizeLimit: number | null;
  /** Lamports. */
  readonly priorityFee: number | null;
}

/** The first byte of a transaction of version 1; one of the others begins with the count of its signatures. */
const VERSION_1_PREFIX = 0x81;

export function isVersion1(raw: Uint8Array): boolean {
  return raw[0] === VERSION_1_PREFIX;
}

/** Null for a message of another version than 1. */
export function readTransactionConfig(message: object): TransactionConfig | null {
  return "transactionConfig" in message ? (message.transactionConfig as TransactionConfig) : null;
}

/** Throws on bytes that are no transaction. */
export function parseTransaction(raw: Uint8Array): ParsedTransaction {
  const transaction = VersionedTransaction.deserialize(raw);
  const { message, signatures } = transaction;
  if (signatures.length !== message.header.numRequiredSignatures || signatures.length === 0) {
    throw new Error("signatures that do not fit the message");
  }
  // The parser of version 1 refuses bytes beyond it.
  if (!isVersion1(raw) && Buffer.compare(transaction.serialize(), raw) !== 0) {
    throw new Error("bytes beyond the transaction");
  }
  return { signatures: signatures.map(encodeBase58), message, raw: Uint8Array.from(raw) };
}

/** Null where a table or a place in it does not exist. */
export function loadAddresses(
  message: VersionedMessage,
  readData: (table: PublicKey) => Uint8Array | null,
): LoadedAddresses | null {
  const writable: PublicKey[] = [];
  const readonly: PublicKey[] = [];
  for (const { accountKey, writableIndexes, readonlyIndexes } of message.addressTableLookups) {
    const data = readData(accountKey);
    if (data === null) return null;
    const { addresses } = AddressLookupTableAccount.deserialize(data);
    for (const [indexes, list] of [
      [writableIndexes, writable],
      [readonlyIndexes, readonly],
    ] as const) {
      for (const index of indexes) {
        const address = addresses[index];
        if (address === undefined) return null;
        list.push(address);
      }
    }
  }
  return { writable, readonly };
}

/** All accounts of a transaction, in the order in which its instructions count them. */
export function listAccounts(message: VersionedMessage, loaded: LoadedAddresses): readonly PublicKey[] {
  return [...message.staticAccountKeys, ...loaded.writable, ...loaded.readonly];
}

/** The fee for signatures, and the price of compute units that the transaction offers. */
export function computeFee(message: VersionedMessage): bigint {
  const signatureFee = BigInt(message.header.numRequiredSignatures) * LAMPORTS_PER_SIGNATURE;
  const config = readTransactionConfig(message);
  if (config !== null) return signatureFee + BigInt(config.priorityFee ?? 0);
  let limit: bigint | null = null;
  let price = 0n;
  let instructions = 0n;
  for (const { programIdIndex, data } of message.compiledInstructions) {
    const isBudget = message.staticAccountKeys[programIdIndex]?.toBase58() === COMPUTE_BUDGET_PROGRAM;
    if (!isBudget) instructions += 1n;
    const bytes = Buffer.from(data);
    if (isBudget && bytes[0] === SET_LIMIT && bytes.length === 5) limit = BigInt(bytes.readUInt32LE(1));
    if (isBudget && bytes[0] === SET_PRICE && bytes.length === 9) price = bytes.readBigUInt64LE(1);
  }
  const asked = limit ?? instructions * UNITS_PER_INSTRUCTION;
  const units = asked > MOST_UNITS ? MOST_UNITS : asked;
  const priority = (units * price + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  return signatureFee + priority;
}
