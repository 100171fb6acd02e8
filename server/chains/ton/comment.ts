import { beginCell, type Cell } from "@ton/core";

const TEXT_OPCODE = 0;
/** Longer texts are no references. */
const MAX_BYTES = 1_024;

/** A text comment as the body of a message. */
export function writeComment(text: string): Cell {
  return beginCell().storeUint(TEXT_OPCODE, 32).storeStringTail(text).endCell();
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

/** The first 32 bits of a body, which say what it is; null for one that has none. */
export function readOpcode(body: Cell): number | null {
  return body.isExotic || body.bits.length < 32 ? null : body.beginParse().loadUint(32);
}
