import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { toHex } from "../hex.ts";
import { nameKey } from "./drawKey.ts";
import { hashBody, isSignedBody } from "./isSignedBody.ts";
import { hashHead, hashStart, hashWho } from "./receipt.ts";

const sha256 = (...parts: (Uint8Array | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

test("the formats to the byte", () => {
  const head = new Uint8Array(32).fill(1);
  expect(toHex(hashHead(head, { round: 12, place: 3, entryId: "e" }))).toBe(sha256(head, "12:3:e"));
  expect(toHex(hashStart(head, 10))).toBe(sha256(head, "shares:10"));
  expect(hashWho("0a", "77")).toBe(sha256("hongbao.who.1:0a:77"));
  expect(toHex(hashBody({ b: 1, a: "x" }))).toBe(sha256('{"a":"x","b":1}'));
  expect(nameKey("00".repeat(32))).toBe(sha256(new Uint8Array(32)).slice(0, 16));
});

test("a signature is of its body and its key alone", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
  const body = { about: "x", place: 1 };
  const signature = sign(null, hashBody(body), privateKey).toString("hex");
  expect(isSignedBody(body, signature, key)).toBe(true);
  expect(isSignedBody({ ...body, place: 2 }, signature, key)).toBe(false);
  expect(isSignedBody(body, signature, "00".repeat(32))).toBe(false);
  expect(isSignedBody(body, `01${"00".repeat(63)}`, `01${"00".repeat(31)}`)).toBe(false);
  expect(isSignedBody(body, "zz", key)).toBe(false);
});
