import { beginCell, type Cell } from "@ton/core";

const TEXT_OPCODE = 0;
/** Longer texts are no references. */
const MAX_BYTES = 1_024;

/** A text comment as the body of a message. */
export function writeComment(text: string): Cell {
  return beginCell().storeUint(TEXT_OPCODE, 32).storeStringTail(text).endCell();
}

/** The text of a comment (opcode 0, UTF-8, over any number of cells), or null for any other body. */
export function readComment(body: Cell): string | null {
  const slice = body.beginParse();
  if (slice.remainingBits < 32 || slice.loadUint(32) !== TEXT_OPCODE) return null;
  const parts: Buffer[] = [];
  let length = 0;
  for (let next = slice; ; next = next.loadRef().beginParse()) {
    if (next.remainingBits % 8 !== 0) return null;
    const bytes = next.loadBuffer(next.remainingBits / 8);
    length += bytes.length;
    if (length > MAX_BYTES) return null;
    parts.push(bytes);
    if (next.remainingRefs === 0) break;
    if (next.remainingRefs > 1) return null;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)).trim();
    // PostgreSQL stores no zeros.
    return text === "" || text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}
