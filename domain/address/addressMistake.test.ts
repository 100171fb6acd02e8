import { describe, expect, test } from "vitest";
import { WALLET_TYPES } from "../coins.ts";
import { findVisibleMistake, TON_MAIN_NETWORK_ID } from "./addressMistake.ts";
import { ADDRESS_RULES } from "./addressRules.ts";

const ADDRESSES = [
  "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj",
  "12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA",
  "1".repeat(32),
  "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
  "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA",
  "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK",
  "kf/8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15+KsQHFLbKSMiYIny",
  "-1:fcb91a3a3816d0f7b8c2c76108b8a9bc5a6b7a55bd79f8ab101c52db29232260",
  "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c",
  `0x${"0".repeat(40)}`,
];

/** What slips of a hand make of a text. */
const SLIPS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text}\n`,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.slice(1),
  (text) => text.slice(0, -1),
  (text) => `${text}1`,
  ...Array.from({ length: 66 }, (_, place) => (text: string) => {
    const slip = text[place] === "2" ? "3" : "2";
    return text.slice(0, place) + slip + text.slice(place + 1);
  }),
];
const TEXTS = ADDRESSES.flatMap((text) => SLIPS.map((slip) => slip(text)));

describe.each(WALLET_TYPES)("of a text for %s", (type) => {
  const { normalize, findMistake } = ADDRESS_RULES[type];

  test("there is a mistake exactly where there is no canonical form, or one on the masterchain", () => {
    const differing = TEXTS.filter((text) => {
      const mistake = findMistake(text, null);
      return mistake !== "masterchain" && (mistake === null) !== (normalize(text) !== null);
    });
    expect(differing).toEqual([]);
    expect(TEXTS.filter((text) => findMistake(text, null) === null).length).toBeGreaterThan(0);
  });

  test("the main network refuses an address for test networks besides, and no other", () => {
    const differing = TEXTS.filter((text) => findMistake(text, TON_MAIN_NETWORK_ID) !== findMistake(text, null));
    expect(differing.length > 0).toBe(type === "Ton");
    expect(new Set(differing.map((text) => findMistake(text, TON_MAIN_NETWORK_ID)))).toEqual(
      new Set(type === "Ton" ? ["testNetwork"] : []),
    );
  });

  test("mistakes that show without hashes are those of the rules", () => {
    const differing = TEXTS.filter((text) => {
      const visible = findVisibleMistake(type, text, TON_MAIN_NETWORK_ID);
      return visible !== null && visible !== findMistake(text, TON_MAIN_NETWORK_ID);
    });
    expect(differing).toEqual([]);
  });
});
