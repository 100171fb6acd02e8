import { createHash } from "node:crypto";
import { readFields, writeBytes, writeNumber } from "./protobuf.ts";

/** Types of contracts. */
const TRANSFER = 1n;
const CALL = 31n;
const TYPE_URL = "type.googleapis.com/protocol.TransferContract";
/** Fields of the signed part of a transaction. */
const RAW = { refBlockBytes: 1, refBlockHash: 4, expiration: 8, contract: 11, timestamp: 14 } as const;
const CONTRACT = { type: 1, parameter: 2 } as const;
const ANY = { typeUrl: 1, value: 2 } as const;
/** The same in a transfer and in a call of a contract. */
const VALUE = { owner: 1, to: 2, amount: 3 } as const;
/** Of a whole transaction. */
const WHOLE = { raw: 1, signature: 2 } as const;
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

/** What is signed for a transfer without a memo. */
export function writeTransfer(transfer: Transfer, { refHash, expirationMs, timestampMs }: Validity): Uint8Array {
  const value = Buffer.concat([
    writeBytes(VALUE.owner, Buffer.from(transfer.owner, "hex")),
    writeBytes(VALUE.to, Buffer.from(transfer.to, "hex")),
    writeNumber(VALUE.amount, transfer.amountBase),
  ]);
  const parameter = Buffer.concat([writeBytes(ANY.typeUrl, Buffer.from(TYPE_URL)), writeBytes(ANY.value, value)]);
  const contract = Buffer.concat([writeNumber(CONTRACT.type, TRANSFER), writeBytes(CONTRACT.parameter, parameter)]);
  return Buffer.concat([
    writeBytes(RAW.refBlockBytes, Buffer.from(refHash.slice(12, 16), "hex")),
    writeBytes(RAW.refBlockHash, Buffer.from(refHash.slice(16, 32), "hex")),
    writeNumber(RAW.expiration, expirationMs),
    writeBytes(RAW.contract, contract),
    writeNumber(RAW.timestamp, timestampMs),
  ]);
}

/** The same as the API and wallets write it. */
export function formatTransfer({ owner, to, amountBase }: Transfer, validity: Validity): Record<string, unknown> {
  const raw = writeTransfer({ owner, to, amountBase }, validity);
  return {
    visible: false,
    txID: hashRaw(raw),
    raw_data: {
      contract: [
        {
          parameter: {
            value: { amount: Number(amountBase), owner_address: owner, to_address: to },
            type_url: TYPE_URL,
          },
          type: "TransferContract",
        },
      ],
      ref_block_bytes: validity.refHash.slice(12, 16),
      ref_block_hash: validity.refHash.slice(16, 32),
      expiration: validity.expirationMs,
      timestamp: validity.timestampMs,
    },
    raw_data_hex: Buffer.from(raw).toString("hex"),
  };
}

/**
 * What was signed, where it is a transfer of the coin or a call of a contract. Null for any other transaction. Throws on
 * bytes that cannot be parsed: whoever signed them has made them.
 */
export function readSpending(raw: Uint8Array): Spending | null {
  const contracts = readFields(raw).get(RAW.contract) ?? [];
  const [bytes] = contracts;
  if (!(bytes instanceof Uint8Array) || contracts.length > 1) return null;
  const contract = readFields(bytes);
  const type = contract.get(CONTRACT.type)?.at(-1);
  const parameter = contract.get(CONTRACT.parameter)?.at(-1);
  if ((type !== TRANSFER && type !== CALL) || !(parameter instanceof Uint8Array)) return null;
  const any = readFields(parameter).get(ANY.value)?.at(-1);
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
export function writeSigned(raw: Uint8Array, signature: Uint8Array): Uint8Array {
  return Buffer.concat([writeBytes(WHOLE.raw, raw), writeBytes(WHOLE.signature, signature)]);
}

/** What counts against bandwidth once it is signed. */
export function countBandwidth(raw: Uint8Array): bigint {
  return BigInt(writeBytes(WHOLE.raw, raw).length + SIGNATURE_BYTES + RESULT_BYTES);
}

function readAddress(value: unknown): string | null {
  if (!(value instanceof Uint8Array) || value.length !== 21 || value[0] !== 0x41) return null;
  return Buffer.from(value).toString("hex");
}
