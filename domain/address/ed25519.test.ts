import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import { isEd25519Key } from "./ed25519.ts";

const read = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));

// RFC 8032, 7.1.
test.each([
  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
  "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
  "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e",
])("the public key %s is one", (hex) => {
  expect(isEd25519Key(read(hex))).toBe(true);
});

// The list that libsodium rejects, with either sign.
test.each([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
])("the point of small order %s is none", (hex) => {
  expect(isEd25519Key(read(hex))).toBe(false);
});

test("accepts the same points as another implementation", () => {
  let points = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const bytes = Uint8Array.from(
      { length: 32 },
      (_, place) => (seed * 7919 + place * place * 104_729 + seed * place * 31) % 251,
    );
    let isPoint = true;
    try {
      ed25519.Point.fromBytes(bytes);
    } catch {
      isPoint = false;
    }
    if (isPoint) points += 1;
    expect(isEd25519Key(bytes)).toBe(isPoint);
  }
  expect(points).toBeGreaterThan(50);
  expect(points).toBeLessThan(150);
});
