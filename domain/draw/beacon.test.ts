import { bls12_381 } from "@noble/curves/bls12-381.js";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toHex } from "../hex.ts";
import { findRoundFrom, QUICKNET, timeOfRound } from "./beacon.ts";
import { verifyRound } from "./verifyRound.ts";

/** Published by drand's documentation (42), its clients' tests (1000, 657413) and relays (the others). */
const PUBLISHED = [
  [42, "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a"],
  [1_000, "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"],
  [1_001, "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41"],
  [657_413, "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"],
  [12_040_883, "929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec895bb6868e5b9ff13ab289bdb5266b394"],
  [32_285_085, "81dbce51d584d90d618547f4b50391d53ace6f6b9aeb8fb67e1879427af9d0310ac0ec6f519271d9a313ee84b378d416"],
  [32_285_086, "a64d99fd7fa3e48912be7209c7b69c72c88fc5224be2516949b6f29f3a4b7e3fa069dd58b2bbb4bf2c34ae61ef631a44"],
] as const;
const [ROUND, SIGNATURE] = PUBLISHED[1];

test.each(PUBLISHED)("round %i of quicknet is verified", (round, signature) => {
  expect(verifyRound(QUICKNET, round, signature)).toBe(true);
});

test("the published randomness of a round is the hash of its signature", () => {
  const randomness = createHash("sha256").update(Buffer.from(SIGNATURE, "hex")).digest("hex");
  expect(randomness).toBe("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd");
});

test.each([
  ["another round", ROUND + 1, SIGNATURE],
  ["a digit changed", ROUND, SIGNATURE.replace(/.$/, "8")],
  ["the signature of another round", ROUND, PUBLISHED[2][1]],
  ["no point of the curve", ROUND, "f".repeat(96)],
  ["the point at infinity", ROUND, `c0${"0".repeat(94)}`],
  ["too short", ROUND, SIGNATURE.slice(2)],
  ["in capitals", ROUND, SIGNATURE.toUpperCase()],
  ["no text of digits", ROUND, "x".repeat(96)],
  ["no round", 0, SIGNATURE],
  ["half a round", 1_000.5, SIGNATURE],
])("%s is refused", (_, round, signature) => {
  expect(verifyRound(QUICKNET, round, signature)).toBe(false);
});

test("another chain's key refuses it", () => {
  const publicKey = toHex(bls12_381.shortSignatures.keygen().publicKey.toBytes());
  expect(verifyRound({ ...QUICKNET, publicKey }, ROUND, SIGNATURE)).toBe(false);
});

test("round 1 is spoken at the beginning, and each a period after the one before", () => {
  expect(timeOfRound(QUICKNET, 1)).toEqual(new Date("2023-08-23T15:09:27Z"));
  expect(timeOfRound(QUICKNET, 27_946_612)).toEqual(new Date("2026-04-20T00:00:00Z"));
});

test.each([
  ["2023-08-23T15:09:26Z", 1],
  ["2023-08-23T15:09:27Z", 1],
  ["2023-08-23T15:09:27.001Z", 2],
  ["2026-04-20T00:00:00Z", 27_946_612],
  ["2026-04-20T00:00:00.001Z", 27_946_613],
  ["2001-01-01T00:00:00Z", 1],
])("the first round from %s is %i", (time, round) => {
  expect(findRoundFrom(QUICKNET, new Date(time))).toBe(round);
});
