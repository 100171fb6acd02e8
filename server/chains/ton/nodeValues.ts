/** The largest amount that fits a message. */
const MAX_COINS = 2n ** 120n - 1n;
/** A whole number of an amount or a logical time: in digits, or as a number that JSON holds exactly. */
export function readQuantity(value: unknown): bigint {
  const isExact = typeof value === "number" ? Number.isSafeInteger(value) && value >= 0 : isDigits(value);
  if (!isExact) throw new Error("a quantity that is not a whole number");
  const quantity = BigInt(String(value));
  if (quantity > MAX_COINS) throw new Error("a quantity of more than 120 bits");
  return quantity;
}

function isDigits(value: unknown): boolean {
  return typeof value === "string" && /^[0-9]{1,40}$/.test(value);
}

/** 32 bytes in base64, as hex. */
export function readHash(value: unknown): string {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/]{43}=$/.test(value)) {
    throw new Error("a hash that is not 32 bytes long");
  }
  return Buffer.from(value, "base64").toString("hex");
}

/** Bytes in base64; none for an empty text. */
export function readBytes(value: unknown): Buffer {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw new Error("bytes that are not base64");
  return Buffer.from(value, "base64");
}
