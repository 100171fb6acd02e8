import { decodeBase58, encodeBase58 } from "#domain/address/base58.ts";
import { PublicKey, SystemInstruction, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { parseTransaction, readTransactionConfig, type ParsedTransaction } from "./parsedTransaction.ts";
import type { InnerInstruction, SolanaAccount, SolanaBlock, SolanaTransaction } from "./solanaChain.ts";

const MEMO_PROGRAMS: ReadonlySet<string> = new Set([
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
]);
const UNSUPPORTED_VERSION = -32_015;
/** A rent epoch that never comes: the account pays no rent. */
const NEVER = 18_446_744_073_709_551_615n;

/** How much of a transaction is told, and in which form. */
export interface TransactionForm {
  encoding: string;
  maxVersion: number | null;
}

export function formatAccount(account: SolanaAccount | null, encoding: string): unknown {
  if (account === null) return null;
  const { lamports, owner, executable, data } = account;
  return {
    lamports: Number(lamports),
    owner: encodeBase58(owner),
    executable,
    rentEpoch: Number(NEVER),
    space: data.length,
    data: encoding === "base58" ? [encodeBase58(data), "base58"] : [Buffer.from(data).toString("base64"), "base64"],
  };
}

/** The status of a transaction's end, as it stands in `meta` and beside signatures. */
export function formatStatus({ error }: SolanaTransaction): unknown {
  return error === null ? { Ok: null } : { Err: error };
}

/** Each look at an account tells all its transactions again. */
const parsed = new WeakMap<SolanaTransaction, ParsedTransaction>();

function parse(transaction: SolanaTransaction): ParsedTransaction {
  const known = parsed.get(transaction);
  if (known !== undefined) return known;
  const read = parseTransaction(transaction.raw);
  parsed.set(transaction, read);
  return read;
}

/** The transaction and its meta data; refused for a version that the client does not know. */
export function formatTransaction(transaction: SolanaTransaction, form: TransactionForm): Record<string, unknown> {
  const version = transaction.toldVersion ?? parse(transaction).message.version;
  refuseVersion(version, form.maxVersion);
  return {
    transaction: formatBody(transaction, form.encoding),
    meta: formatMeta(transaction, form.encoding),
    ...(form.maxVersion === null ? {} : { version }),
  };
}

function refuseVersion(version: number | "legacy", maxVersion: number | null): void {
  if (version === "legacy" || (maxVersion !== null && version <= maxVersion)) return;
  throw new SolanaRefusal(
    UNSUPPORTED_VERSION,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

function formatMeta(transaction: SolanaTransaction, encoding: string): unknown {
  const { error, fee, preBalances, postBalances, inner, logs, loaded, units, accounts } = transaction;
  const isParsed = encoding === "jsonParsed";
  return {
    err: error,
    status: formatStatus(transaction),
    fee: Number(fee),
    preBalances: preBalances.map(Number),
    postBalances: postBalances.map(Number),
    innerInstructions: inner.flatMap((list, index) =>
      list.length === 0
        ? []
        : [
            {
              index,
              instructions: list.map((item) => (isParsed ? parseInstruction(item, accounts) : formatInstruction(item))),
            },
          ],
    ),
    logMessages: logs,
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    loadedAddresses: loaded,
    computeUnitsConsumed: Number(units),
  };
}

/** A block without its transactions. */
export function formatBlock({ slot, height, time, blockhash, parentHash, parentSlot }: SolanaBlock) {
  const isFirst = slot === 0;
  return {
    blockhash,
    previousBlockhash: parentHash,
    parentSlot: isFirst ? 0 : parentSlot,
    blockHeight: height,
    blockTime: time,
  };
}

/** The texts of the memos, as they stand beside signatures. */
export function readMemo(transaction: SolanaTransaction): string | null {
  const { message } = parse(transaction);
  const memos = message.compiledInstructions.flatMap(({ programIdIndex, data }) => {
    const program = message.staticAccountKeys[programIdIndex]?.toBase58() ?? "";
    return MEMO_PROGRAMS.has(program) ? [`[${data.length}] ${Buffer.from(data).toString("utf8")}`] : [];
  });
  return memos.length === 0 ? null : memos.join("; ");
}

function formatBody(transaction: SolanaTransaction, encoding: string): unknown {
  const { raw, accounts, loaded } = transaction;
  const { message, signatures } = parse(transaction);
  if (encoding === "base64") return [Buffer.from(raw).toString("base64"), "base64"];
  if (encoding === "base58") return [encodeBase58(raw), "base58"];
  if (encoding !== "json" && encoding !== "jsonParsed") {
    throw new SolanaRefusal(INVALID_PARAMS, `unknown variant \`${encoding}\``);
  }
  const isParsed = encoding === "jsonParsed";
  const statics = message.staticAccountKeys.map((key) => key.toBase58());
  const instructions = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => {
    const instruction = { programIdIndex, accounts: accountKeyIndexes, data, stackHeight: null };
    return isParsed ? parseInstruction(instruction, accounts) : formatInstruction(instruction);
  });
  const config = readTransactionConfig(message);
  const lookups = message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    accountKey: accountKey.toBase58(),
    writableIndexes,
    readonlyIndexes,
  }));
  return {
    signatures,
    message: {
      ...(isParsed
        ? {
            accountKeys: accounts.map((pubkey, index) => ({
              pubkey,
              signer: message.isAccountSigner(index),
              writable:
                index < statics.length
                  ? message.isAccountWritable(index)
                  : index < statics.length + loaded.writable.length,
              source: index < statics.length ? "transaction" : "lookupTable",
            })),
          }
        : { header: message.header, accountKeys: statics }),
      recentBlockhash: message.recentBlockhash,
      instructions,
      ...(message.version === 0 ? { addressTableLookups: lookups } : {}),
      ...(config === null ? {} : { transactionConfig: config }),
    },
  };
}

type Instruction = Omit<InnerInstruction, "stackHeight"> & { readonly stackHeight: number | null };

function formatInstruction({ programIdIndex, accounts, data, stackHeight }: Instruction): unknown {
  return { programIdIndex, accounts, data: encodeBase58(data), stackHeight };
}

/** Transfers and memos are told in words; others as they are. */
function parseInstruction(instruction: Instruction, all: readonly string[]): unknown {
  const { programIdIndex, accounts, data, stackHeight } = instruction;
  const programId = all[programIdIndex] ?? "";
  const named = accounts.map((index) => all[index] ?? "");
  if (MEMO_PROGRAMS.has(programId)) {
    return { program: "spl-memo", programId, parsed: Buffer.from(data).toString("utf8"), stackHeight };
  }
  const parsed = programId === SystemProgram.programId.toBase58() ? parseTransfer(named, data) : null;
  return parsed === null
    ? { programId, accounts: named, data: encodeBase58(data), stackHeight }
    : { program: "system", programId, parsed, stackHeight };
}

function parseTransfer(accounts: readonly string[], data: Uint8Array): unknown {
  const instruction = new TransactionInstruction({
    programId: SystemProgram.programId,
    keys: accounts.map((address) => ({ pubkey: new PublicKey(address), isSigner: false, isWritable: false })),
    data: Buffer.from(data),
  });
  try {
    if (SystemInstruction.decodeInstructionType(instruction) !== "Transfer") return null;
    const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
    const info = { source: fromPubkey.toBase58(), destination: toPubkey.toBase58(), lamports: Number(lamports) };
    return { type: "transfer", info };
  } catch {
    return null;
  }
}

/** An answer that is an error, as a Solana node gives it. */
export class SolanaRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "SolanaRefusal";
    this.code = code;
    this.data = data;
  }
}

export const INVALID_PARAMS = -32_602;

const MOST_BYTES = 1_300;

/** Decodes base58 of any length that a node is sent. Null for other characters. */
export function decodeAnyBase58(text: string): Uint8Array | null {
  // A character holds 0.733 bytes, a leading 1 a whole one.
  const ones = /^1*/u.exec(text)?.[0].length ?? 0;
  const least = ones + Math.floor((text.length - ones) * 0.732);
  for (let length = least; length <= Math.min(least + 8, MOST_BYTES); length += 1) {
    const bytes = decodeBase58(text, length);
    if (bytes !== null) return bytes;
  }
  return null;
}
