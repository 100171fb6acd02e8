import { describe, expect, test } from "vitest";
import { looksLikeSecret } from "./looksLikeSecret.ts";

const WORDS = "test test test test test test test test test test test junk";

describe("looksLikeSecret", () => {
  test.each([
    ["twelve words", WORDS],
    ["words on lines of their own", ` ${WORDS.replaceAll(" ", "\n")}\n`],
    ["twenty-four words", `${WORDS} ${WORDS}`],
    [
      "numbered words on lines of their own",
      WORDS.split(" ")
        .map((word, index) => `${index + 1}. ${word}`)
        .join("\n"),
    ],
    [
      "numbered words in one line",
      WORDS.split(" ")
        .map((word, index) => `${index + 1}) ${word}`)
        .join(" "),
    ],
    [
      "numbers right before their words",
      WORDS.split(" ")
        .map((word, index) => `${index + 1}.${word}`)
        .join(", "),
    ],
    [
      "a list copied from a table",
      WORDS.split(" ")
        .map((word, index) => `${index + 1}\t${word}`)
        .join("\r\n"),
    ],
    [
      "numbered words without their spaces",
      WORDS.split(" ")
        .map((word, index) => `${index + 1}.${word}`)
        .join(""),
    ],
    ["words of another language", "的 一 是 在 不 了 有 和 人 这 中 大"],
    ["words of which the last are cut off", `${WORDS} ${WORDS}`.slice(0, 100)],
    ["words without their spaces", WORDS.replaceAll(" ", "")],
    ["a key of Ethereum", `0x${"ac".repeat(32)}`],
    ["a key of Tron", "ac".repeat(32)],
    ["a key of Solana", "5".repeat(88)],
    ["the file of a key of Solana", `[${Array.from({ length: 64 }, (_, index) => index * 4).join(", ")}]`],
    ["an extended key", `xprv${"9".repeat(107)}`],
  ])("knows %s", (_, text) => {
    expect(looksLikeSecret(text)).toBe(true);
  });

  test.each([
    "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj",
    "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
    "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA",
    "0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e",
    "my wallet",
    "1. my wallet 2. another wallet",
    "",
  ])("leaves %j alone", (text) => {
    expect(looksLikeSecret(text)).toBe(false);
  });
});
