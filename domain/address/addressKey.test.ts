import { describe, expect, test } from "vitest";
import { WALLET_TYPES, type WalletType } from "../coins.ts";
import { ADDRESS_FORMS } from "./addressForms.ts";
import { isSameAddress, toAddressKey } from "./addressKey.ts";
import { ADDRESS_RULES } from "./addressRules.ts";

/** Two addresses of each kind, and another spelling of the first if there is one. */
const SAMPLES: Readonly<Record<WalletType, { address: string; spelling: string; other: string }>> = {
  ETH: {
    address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    spelling: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    other: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  },
  Solana: {
    address: "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj",
    spelling: "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj",
    other: "7o36UsWR1JQLpZ9PE2gn9L4SQ69CNNiWAXd4Jt7rqz9Z",
  },
  Tron: {
    address: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
    spelling: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
    other: "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g",
  },
  Ton: {
    address: "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA",
    spelling: "0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e",
    other: "UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF",
  },
};

describe.each(WALLET_TYPES)("a %s address", (type) => {
  const { address, spelling, other } = SAMPLES[type];

  test("is in its canonical form, and is the same in each spelling", () => {
    expect(ADDRESS_RULES[type].normalize(address)).toBe(address);
    expect(ADDRESS_RULES[type].normalize(spelling)).toBe(address);
    expect(toAddressKey(type, spelling)).toBe(toAddressKey(type, address));
    expect(isSameAddress(type, address, spelling)).toBe(true);
  });

  test("differs from another one", () => {
    expect(isSameAddress(type, address, other)).toBe(false);
    expect(isSameAddress(type, address, "")).toBe(false);
  });

  test("has its own key", () => {
    expect(toAddressKey(type, toAddressKey(type, address))).toBe(toAddressKey(type, address));
  });

  test("is refused by every other kind", () => {
    const kinds = WALLET_TYPES.filter((kind) => ADDRESS_RULES[kind].normalize(address) !== null);
    expect(kinds).toEqual([type]);
  });

  test("has its form, and so has each spelling", () => {
    for (const text of [address, spelling, other]) expect(text).toMatch(ADDRESS_FORMS[type].pattern);
    expect(address.slice(1)).not.toMatch(ADDRESS_FORMS.ETH.pattern);
    expect(`${address}.${address}`).not.toMatch(ADDRESS_FORMS[type].pattern);
  });

  test("begins as its placeholder does", () => {
    const { placeholder } = ADDRESS_FORMS[type];
    expect(address.startsWith((placeholder ?? "").replace("…", ""))).toBe(true);
  });
});

test.each(["Solana", "Tron"] as const)("the case of letters matters in a %s address", (type) => {
  const { address } = SAMPLES[type];
  expect(toAddressKey(type, address)).toBe(address);
  expect(isSameAddress(type, address, address.toLowerCase())).toBe(false);
});
