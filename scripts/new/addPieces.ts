import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A new file, or lines that go into one that is there. */
export type Piece =
  | { file: string; text: string }
  | {
      file: string;
      /** Text that the file has once. The lines go before it. */
      before: string;
      lines: string;
    };

/** Writes all pieces below a folder, or none if one does not fit. Returns their files. */
export function addPieces(root: string, pieces: readonly Piece[]): readonly string[] {
  const written = new Map<string, string>();
  for (const piece of pieces) {
    const target = path.join(root, piece.file);
    if ("text" in piece) {
      if (existsSync(target)) throw new Error(`${piece.file} is there already`);
      written.set(target, piece.text);
      continue;
    }
    const parts = (written.get(target) ?? readFileSync(target, "utf8")).split(piece.before);
    if (parts.length !== 2) throw new Error(`${piece.file} has no single ${piece.before.trim()}`);
    written.set(target, parts.join(`${piece.lines}${piece.before}`));
  }
  for (const [target, text] of written) {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return [...new Set(pieces.map(({ file }) => file))];
}

/** `giftCard` → `GiftCard`. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
