import { sha256 } from "@noble/hashes/sha256";
import { toHex } from "#domain/hex.ts";

/** Numbers of the fields that count, and their kinds on the wire. */
const RAW = { memo: 10, contract: 11 } as const;
const CONTRACT = { type: 1, parameter: 2 } as const;
const ANY = { value: 2 } as const;
const VALUE = { owner: 1, to: 2, amount: 3 } as const;
const TRANSFER = 1n;
const NUMBER = 0;
const BYTES = 2;
const MOST_NUMBER_BYTES = 10;

type Value = bigint | Uint8Array;

/** A transfer of the coin, as its bytes say it. */
export interface Transfer {
  txId: string;
  /** In hex. */
  from: string;
  to: string;
  amountBase: bigint;
}

/** A message's fields by their numbers; null for one that is broken, or names a field twice. */
function readFields(message: Uint8Array): Map<number, Value> | null {
  const fields = new Map<number, Value>();
  let offset = 0;
  const readNumber = (): bigint | null => {
    let value = 0n;
    for (let place = 0; place < MOST_NUMBER_BYTES; place += 1) {
      const byte = message[offset];
      if (byte === undefined) return null;
      offset += 1;
      value |= BigInt(byte & 127) << BigInt(7 * place);
      if (byte < 128) return value;
    }
    return null;
  };
  const readBytes = (): Uint8Array | null => {
    const length = readNumber();
    if (length === null || length > message.length - offset) return null;
    offset += Number(length);
    return message.subarray(offset - Number(length), offset);
  };
  while (offset < message.length) {
    const tag = Number(readNumber() ?? -1n);
    const kind = tag % 8;
    const value = kind === NUMBER ? readNumber() : kind === BYTES ? readBytes() : null;
    const field = (tag - kind) / 8;
    if (value === null || fields.has(field)) return null;
    fields.set(field, value);
  }
  return fields;
}

function readMessage(fields: Map<number, Value> | null, field: number): Map<number, Value> | null {
  const value = fields?.get(field);
  return value instanceof Uint8Array ? readFields(value) : null;
}

function parseHex(text: unknown): Uint8Array | null {
  if (typeof text !== "string" || !/^(?:[0-9a-f]{2})+$/iu.test(text)) return null;
  return Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * What a transaction in TronWeb's form pays, read from the bytes that are signed: the rest of it proves nothing. Null for
 * anything but one plain transfer of the coin: with a memo, which burns a fee, it is none.
 */
export function readTransfer(transaction: unknown): Transfer | null {
  if (typeof transaction !== "object" || transaction === null) return null;
  if (!("raw_data_hex" in transaction) || !("txID" in transaction)) return null;
  const bytes = parseHex(transaction.raw_data_hex);
  if (bytes === null) return null;
  const txId = toHex(sha256(bytes));
  const raw = readFields(bytes);
  const contract = readMessage(raw, RAW.contract);
  const value = readMessage(readMessage(contract, CONTRACT.parameter), ANY.value);
  const from = value?.get(VALUE.owner);
  const to = value?.get(VALUE.to);
  const amountBase = value?.get(VALUE.amount);
  const isPlain = raw?.has(RAW.memo) === false && contract?.get(CONTRACT.type) === TRANSFER;
  const isWhole = from instanceof Uint8Array && to instanceof Uint8Array && typeof amountBase === "bigint";
  if (!isPlain || !isWhole || transaction.txID !== txId) return null;
  return { txId, from: toHex(from), to: toHex(to), amountBase };
}
