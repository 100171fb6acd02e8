import { beginCell, type Cell, comment } from "@ton/core";
import { describe, expect, test } from "vitest";
import { readComment, writeComment } from "./comment.ts";

const REFERENCE = "0123456789ABCDEF";

/** Text in cells of so many bytes each. */
function snake(text: string, size: number): Cell {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
    bytes.subarray(place * size, place * size + size),
  );
  const tail = parts.slice(1).reduceRight<Cell | null>((next, part) => {
    const builder = beginCell().storeBuffer(part);
    return (next === null ? builder : builder.storeRef(next)).endCell();
  }, null);
  const first = beginCell()
    .storeUint(0, 32)
    .storeBuffer(parts[0] ?? Buffer.alloc(0));
  return (tail === null ? first : first.storeRef(tail)).endCell();
}

describe("a comment", () => {
  test("is written as wallets write it", () => {
    for (const text of [REFERENCE, "红包", "a".repeat(300)]) {
      expect(writeComment(text).hash()).toEqual(comment(text).hash());
      expect(readComment(comment(text))).toBe(text);
    }
  });

  test("is read from any number of cells, also where a letter is cut in two", () => {
    expect(readComment(snake(REFERENCE, 3))).toBe(REFERENCE);
    expect(readComment(snake("红包红包", 4))).toBe("红包红包");
  });

  test("is read without the spaces that people type around it", () => {
    expect(readComment(comment(` ${REFERENCE}\n`))).toBe(REFERENCE);
  });

  test.each<[string, Cell]>([
    ["an empty body", beginCell().endCell()],
    ["an empty comment", comment("")],
    ["another opcode", beginCell().storeUint(1, 32).storeStringTail(REFERENCE).endCell()],
    ["an encrypted comment", beginCell().storeUint(0x2167da4b, 32).storeStringTail(REFERENCE).endCell()],
    ["bytes that are no UTF-8", beginCell().storeUint(0, 32).storeUint(0xff, 8).endCell()],
    ["half a byte", beginCell().storeUint(0, 32).storeUint(7, 4).endCell()],
    ["a zero", comment("a\u0000b")],
    ["two tails", beginCell().storeUint(0, 32).storeRef(comment("a")).storeRef(comment("b")).endCell()],
    ["more than any reference has", comment("a".repeat(1_100))],
  ])("is nothing in %s", (_, body) => {
    expect(readComment(body)).toBeNull();
  });
});
