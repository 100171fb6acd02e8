import { Address, beginCell, Cell, comment, external, loadMessage, storeMessage } from "@ton/core";
import { describe, expect, test } from "vitest";
import { hashExternalMessage, parseTxId, readComment, readReference } from "./values.ts";

const HEX = "a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c";
const BASE64 = Buffer.from(HEX, "hex").toString("base64");

test.each([
  HEX,
  HEX.toUpperCase(),
  `0x${HEX}`,
  BASE64,
  BASE64.slice(0, -1),
  Buffer.from(HEX, "hex").toString("base64url"),
])("an id is 32 bytes in hex or base64: %s", (text) => {
  expect(parseTxId(text)).toBe(HEX);
});

test.each(["", "ab", HEX.slice(1), `${HEX}0`, `${BASE64}=`, "z".repeat(64), ` ${HEX}`])("%j is no id", (text) => {
  expect(parseTxId(text)).toBeNull();
});

test("a message is called the same whatever wallets and nodes add to it (TEP-467)", () => {
  const to = new Address(0, Buffer.alloc(32, 1));
  const body = beginCell().storeUint(7, 64).endCell();
  const init = { code: beginCell().endCell(), data: beginCell().endCell() };
  const hashes = [
    external({ to, body }),
    external({ to, body, init }),
    { info: { type: "external-in" as const, dest: to, importFee: 5n }, body },
  ].flatMap((message) =>
    [true, false].map((forceRef) => {
      const cell = beginCell().store(storeMessage(message, { forceRef })).endCell();
      return hashExternalMessage(loadMessage(cell.beginParse()));
    }),
  );
  expect(new Set(hashes).size).toBe(1);
  const [hash] = hashes;
  const normalized = beginCell()
    .store(storeMessage(external({ to, body }), { forceRef: true }))
    .endCell();
  expect(normalized.hash().toString("hex")).toBe(hash);
  expect(hashExternalMessage(external({ to, body: new Cell() }))).not.toBe(hash);
});

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
  test.each([REFERENCE, "红包", "a".repeat(300)])("is read as wallets write it: %s", (text) => {
    expect(readComment(comment(text))).toBe(text);
  });

  test("is read from any number of cells, also where a letter is cut in two", () => {
    expect(readComment(snake(REFERENCE, 3))).toBe(REFERENCE);
    expect(readComment(snake("红包红包", 4))).toBe("红包红包");
  });

  test("is read without the spaces that people type around it", () => {
    expect(readComment(comment(` ${REFERENCE}\n`))).toBe(REFERENCE);
  });

  test.each([
    "0123456789abcdef",
    " 0123456789Abcdef ",
    "0123 4567 89ab cdef",
    "0123-4567-89AB-CDEF",
    "\u200b0123456789abcde\u2060f",
    "０１２３４５６７８９ａｂｃｄｅｆ",
  ])("names the reference that somebody typed as %s", (typed) => {
    expect(readReference(comment(typed))).toBe(REFERENCE);
  });

  test.each(["0123456789abcdei", "0123456789abcde", "Thanks, Anna", "红包"])(
    "that is no reference stays itself: %s",
    (text) => {
      expect(readReference(comment(text))).toBe(text);
    },
  );

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
