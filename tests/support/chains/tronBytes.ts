/** Writes transactions of Tron byte by byte (Protocol Buffers), also such as no library makes. */
export const readHex = (text: string): Uint8Array => Buffer.from(text, "hex");

export const join = (...parts: readonly (Uint8Array | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Uint8Array.from(part)));

function writeVarint(value: bigint): Uint8Array {
  return value < 128n ? Uint8Array.of(Number(value)) : join([Number(value & 127n) | 128], writeVarint(value >> 7n));
}

/** A field with a number. */
export function writeNumber(field: number, value: bigint | number): Uint8Array {
  return join(writeVarint(BigInt(field * 8)), writeVarint(BigInt(value)));
}

/** A field with bytes or a message. */
export function writeBytes(field: number, value: Uint8Array): Uint8Array {
  return join(writeVarint(BigInt(field * 8 + 2)), writeVarint(BigInt(value.length)), value);
}

/** What is signed of a contract with these fields. */
export function writeContract(type: bigint | number, value: Uint8Array, ...others: readonly Uint8Array[]): Uint8Array {
  const any = writeBytes(2, writeBytes(2, value));
  return join(writeBytes(11, join(writeNumber(1, type), any)), ...others);
}

/** What a transfer says; a call of a contract says it with the same numbers. */
export function writeValue(owner: Uint8Array, to: Uint8Array, amountBase: bigint): Uint8Array {
  return join(writeBytes(1, owner), writeBytes(2, to), writeNumber(3, amountBase));
}
