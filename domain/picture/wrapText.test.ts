import { describe, expect, test } from "vitest";
import { wrapText } from "./wrapText.ts";

/** Every character is one wide. */
const measure = (text: string) => Array.from(text).length;
const wrap = (text: string, width: number, lines: number) => wrapText(text, measure, width, lines);

describe("wrapText", () => {
  test("breaks between words into lines that are about equal", () => {
    expect(wrap("Good luck and prosperity", 20, 2)).toEqual({ lines: ["Good luck and", "prosperity"], isCut: false });
    expect(wrap("short", 20, 1).lines).toEqual(["short"]);
    expect(wrap("", 20, 1)).toEqual({ lines: [], isCut: false });
  });

  test("breaks Chinese and Khmer, which have no spaces, and leaves punctuation on its line", () => {
    expect(wrap("恭喜发财，大吉大利！", 6, 2).lines).toEqual(["恭喜发财，", "大吉大利！"]);
    const khmer = "សូមជូនពរឆ្នាំថ្មី";
    const { lines } = wrap(khmer, 10, 3);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join("")).toBe(khmer);
    expect(lines.every((line) => !/^\p{M}/u.test(line))).toBe(true);
  });

  test("breaks a word that is too long, and ends what does not fit with an ellipsis", () => {
    expect(wrap("W".repeat(25), 10, 2)).toEqual({ lines: ["W".repeat(10), `${"W".repeat(9)}…`], isCut: true });
    expect(wrap("one two three", 9, 1)).toEqual({ lines: ["one two…"], isCut: true });
    expect(wrap("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 11, 1).lines).toEqual(["👨‍👩‍👧👨‍👩‍👧…"]);
  });

  test("breaks a character that is wider than a line, as a chain of joined emoji is where no font has it", () => {
    const { lines, isCut } = wrap(Array.from({ length: 30 }, () => "😀").join("\u200D"), 10, 2);
    expect(isCut).toBe(true);
    expect(lines.every((line) => measure(line) <= 10)).toBe(true);
    // One of Hindi: consonants, each joined to the next.
    expect(wrap(`${"क्".repeat(30)}क`, 10, 1).lines.every((line) => measure(line) <= 10)).toBe(true);
  });
});
