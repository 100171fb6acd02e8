import { createHash } from "node:crypto";
import { loadLibrary } from "./values.ts";

/** Wire types of Protocol Buffers, in which transactions are written. */
const NUMBER = 0;
const BYTES = 2;
/** Wire types of fixed length. */
const FIXED: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [5, 4],
]);
const MAX_NUMBER_BYTES = 10;
/** Types of contracts. */
const TRANSFER = 1n;
const CALL = 31n;
const TYPE_URL = "type.googleapis.com/protocol.TransferContract";
/** Field of the signed part of a transaction. */
const RAW_CONTRACT = 11;
const CONTRACT = { type: 1, parameter: 2 } as const;
const ANY_VALUE = 2;
/** The same in a transfer and in a call of a contract. */
const VALUE = { owner: 1, to: 2, amount: 3 } as const;
/** What a node adds to a transaction's size for its result. */
const RESULT_BYTES = 64;
const SIGNATURE_BYTES = 67;

/** A transfer of the coin. Addresses are in hex. */
export interface Transfer {
  owner: string;
  to: string;
  amountBase: bigint;
}

/** What a signed transaction asks for. A call of a contract may send coins along. */
export interface Spending extends Transfer {
  isCall: boolean;
}

/** Where and until when a transaction may land. Times are in Unix milliseconds. */
export interface Validity {
  /** Id of a recent block. */
  refHash: string;
  expirationMs: number;
  timestampMs: number;
}

/** A transfer without a memo, as the API and wallets write it. */
export interface BuiltTransfer {
  readonly visible: false;
  readonly txID: string;
  readonly raw_data: Readonly<Record<string, unknown>>;
  readonly raw_data_hex: string;
}

/** The parts of the library's message that are used here; its types leave them out. */
interface TransactionMessage {
  addSignature(signature: Uint8Array): void;
  serializeBinary(): Uint8Array;
}

/** Builds what is signed for a transfer. Throws on an amount that the library's numbers cannot hold. */
export function buildTransfer({ owner, to, amountBase }: Transfer, validity: Validity): BuiltTransfer {
  const amount = Number(amountBase);
  if (!Number.isSafeInteger(amount)) throw new Error("an amount of more than 53 bits");
  const unsigned = {
    visible: false,
    raw_data: {
      contract: [
        {
          parameter: { value: { amount, owner_address: owner, to_address: to }, type_url: TYPE_URL },
          type: "TransferContract",
        },
      ],
      ref_block_bytes: validity.refHash.slice(12, 16),
      ref_block_hash: validity.refHash.slice(16, 32),
      expiration: validity.expirationMs,
      timestamp: validity.timestampMs,
    },
  } as const;
  const message: unknown = loadLibrary().transaction.txJsonToPb(unsigned);
  return {
    ...unsigned,
    txID: loadLibrary().transaction.txPbToTxID(message).slice(2),
    raw_data_hex: loadLibrary().transaction.txPbToRawDataHex(message).toLowerCase(),
  };
}

/**
 * What was signed, where it is a transfer of the coin or a call of a contract. Null for any other transaction. Throws on
 * bytes that cannot be parsed: whoever signed them has made them.
 */
export function readSpending(raw: Uint8Array): Spending | null {
  const contracts = readFields(raw).get(RAW_CONTRACT) ?? [];
  const [bytes] = contracts;
  if (!(bytes instanceof Uint8Array) || contracts.length > 1) return null;
  const contract = readFields(bytes);
  const type = contract.get(CONTRACT.type)?.at(-1);
  const parameter = contract.get(CONTRACT.parameter)?.at(-1);
  if ((type !== TRANSFER && type !== CALL) || !(parameter instanceof Uint8Array)) return null;
  const any = readFields(parameter).get(ANY_VALUE)?.at(-1);
  if (!(any instanceof Uint8Array)) return null;
  const value = readFields(any);
  const owner = readAddress(value.get(VALUE.owner)?.at(-1));
  const to = readAddress(value.get(VALUE.to)?.at(-1));
  const amountBase = value.get(VALUE.amount)?.at(-1) ?? 0n;
  if (owner === null || to === null || typeof amountBase !== "bigint") return null;
  // A negative amount would be a number of 64 bits.
  if (amountBase >= 2n ** 63n) return null;
  return { owner, to, amountBase, isCall: type === CALL };
}

/** The id of a transaction. */
export function hashRaw(raw: Uint8Array): string {
  return createHash("sha256").update(raw).digest("hex");
}

/** A whole transaction, as it is sent. */
export function addSignature(transfer: BuiltTransfer, signature: Uint8Array): Uint8Array {
  const message = createMessage(transfer);
  message.addSignature(signature);
  return message.serializeBinary();
}

/** What counts against bandwidth once it is signed. */
export function countBandwidth(transfer: BuiltTransfer): bigint {
  return BigInt(createMessage(transfer).serializeBinary().length + SIGNATURE_BYTES + RESULT_BYTES);
}

function createMessage(transfer: BuiltTransfer): TransactionMessage {
  return loadLibrary().transaction.txJsonToPb(transfer) as TransactionMessage;
}

function readAddress(value: unknown): string | null {
  if (!(value instanceof Uint8Array) || value.length !== 21 || value[0] !== 0x41) return null;
  return Buffer.from(value).toString("hex");
}

/** The fields of a message by their numbers. Throws on bytes that are none. */
function readFields(message: Uint8Array): Map<number, (bigint | Uint8Array)[]> {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  let offset = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let place = 0; place < MAX_NUMBER_BYTES; place += 1) {
      const byte = message[offset];
      if (byte === undefined) throw new Error("a message that ends in a number");
      offset += 1;
      value |= BigInt(byte & 127) << BigInt(7 * place);
      if (byte < 128) return value;
    }
    throw new Error("a number that is too long");
  };
  const readPart = (length: number): Uint8Array => {
    if (length > message.length - offset) throw new Error("a message that ends in a field");
    offset += length;
    return message.subarray(offset - length, offset);
  };
  while (offset < message.length) {
    const tag = Number(readVarint());
    const kind = tag % 8;
    const fixed = FIXED.get(kind);
    if (fixed === undefined && kind !== NUMBER && kind !== BYTES) throw new Error("a field of an unknown kind");
    const value = kind === NUMBER ? readVarint() : readPart(fixed ?? Number(readVarint()));
    const field = (tag - kind) / 8;
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}
