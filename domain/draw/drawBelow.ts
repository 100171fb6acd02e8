/**
 * Draws a uniform integer from 0 to `limit` - 1 by rejection: bytes above the limit are discarded, so all values are
 * equally likely.
 */
export function drawBelow(limit: bigint, randomBytes: (length: number) => Uint8Array): bigint {
  if (limit < 1n) throw new RangeError("the limit must be at least 1");
  const bits = (limit - 1n).toString(2).length;
  const mask = (1n << BigInt(bits)) - 1n;
  for (;;) {
    const drawn = toBigint(randomBytes(Math.ceil(bits / 8))) & mask;
    if (drawn < limit) return drawn;
  }
}

function toBigint(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
