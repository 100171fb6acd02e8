const NUMBER = 0;
const BYTES = 2;
/** Wire types of fixed length. */
const FIXED: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [5, 4],
]);
const MAX_NUMBER_BYTES = 10;

/** A field with a number. */
export function writeNumber(field: number, value: bigint | number): Uint8Array {
  return Buffer.concat([writeVarint(BigInt(field * 8 + NUMBER)), writeVarint(BigInt(value))]);
}

/** A field with bytes, a text or a message. */
export function writeBytes(field: number, value: Uint8Array): Uint8Array {
  return Buffer.concat([writeVarint(BigInt(field * 8 + BYTES)), writeVarint(BigInt(value.length)), value]);
}

/** The fields of a message by their numbers. Throws on bytes that are none. */
export function readFields(message: Uint8Array): Map<number, (bigint | Uint8Array)[]> {
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

function writeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Uint8Array.from([...bytes, Number(left)]);
}
