import { beginCell, Cell, external, type Message, storeMessage } from "@ton/core";

const TEXT_OPCODE = 0;
/** Longer texts are no references. */
const MAX_BYTES = 1_024;
/** Of a reference: without letters that look like digits (Crockford's base32). */
export const REFERENCE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const REFERENCE_LENGTH = 16;
const REFERENCE = new RegExp(`^[${REFERENCE_LETTERS}]{${REFERENCE_LENGTH}}$`, "u");
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

export function parseCell(bytes: Buffer): Cell {
  const [cell, ...others] = Cell.fromBoc(bytes);
  if (cell === undefined || others.length > 0) throw new Error("BoC must hold exactly one root cell");
  return cell;
}

/**
 * Parses the hash of an external message, normalized by TEP-467, in hex or base64, into lower-case hex: the form in
 * which transfers are stored. Null for any other text.
 */
export function parseTxId(text: string): string | null {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return text.slice(-64).toLowerCase();
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return /^[A-Za-z0-9+/]{43}=?$/.test(base64) ? Buffer.from(base64, "base64").toString("hex") : null;
}

/**
 * The hash of an external message without what wallets and nodes may add to it (TEP-467), in hex: it is known when the
 * message is signed, and stays the same whichever block takes it. Throws for an internal message.
 */
export function hashExternalMessage({ info, body }: Message): string {
  if (info.type !== "external-in") throw new Error("not an external message");
  const normalized = storeMessage(external({ to: info.dest, body }), { forceRef: true });
  return beginCell().store(normalized).endCell().hash().toString("hex");
}

/**
 * The text of a comment (opcode 0, UTF-8, over any number of cells), or null for any other body. Whoever sends a message
 * chooses its body: an exotic cell, which holds no text, is none either.
 */
export function readComment(body: Cell): string | null {
  const parts: Buffer[] = [];
  let length = 0;
  for (let cell: Cell | undefined = body; cell !== undefined; [cell] = cell.refs) {
    if (cell.isExotic || cell.refs.length > 1) return null;
    const slice = cell.beginParse();
    if (cell === body && (slice.remainingBits < 32 || slice.loadUint(32) !== TEXT_OPCODE)) return null;
    if (slice.remainingBits % 8 !== 0) return null;
    const bytes = slice.loadBuffer(slice.remainingBits / 8);
    length += bytes.length;
    if (length > MAX_BYTES) return null;
    parts.push(bytes);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)).trim();
    // PostgreSQL stores no zeros.
    return text === "" || text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}

/**
 * The reference that a comment tells, however somebody typed it: in either case, with blanks, dashes and hidden signs
 * around or between its letters. Any other comment is itself.
 */
export function readReference(body: Cell): string | null {
  const text = readComment(body);
  const typed =
    text
      ?.normalize("NFKC")
      .replaceAll(/[\s\p{Cf}\p{Pd}]/gu, "")
      .toUpperCase() ?? "";
  return REFERENCE.test(typed) ? typed : text;
}

/** The first 32 bits of a body, which say what it is; null for one that has none. */
export function readOpcode(body: Cell): number | null {
  return body.isExotic || body.bits.length < 32 ? null : body.beginParse().loadUint(32);
}
