/** A cell without references has 127 bytes at most; what its data begins with marks a comment: 32 bits, all zero. */
const MOST_BYTES = 123;

/**
 * A comment that fits into one cell, as a bag of it in base64: the payload of a transfer.
 * @throws RangeError for a longer one
 */
export function writeComment(comment: string): string {
  const text = new TextEncoder().encode(comment);
  if (text.length > MOST_BYTES) throw new RangeError("a comment of more than one cell");
  const data = [0, 0, 0, 0, ...text];
  const cell = [0, 2 * data.length, ...data];
  // The mark of a bag; neither index nor checksum, and counts of one byte, of sizes too: one cell, one root, none absent.
  const head = [0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, cell.length, 0];
  return btoa(String.fromCharCode(...head, ...cell));
}
