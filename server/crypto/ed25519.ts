import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { isEd25519Key } from "#domain/address/ed25519.ts";
import { createAsideSigner } from "./signAside.ts";

/** Whether an Ed25519 signature of a message is that of a key. False for a key of small order, which signs everything. */
export function isSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (publicKey.length !== 32 || !isEd25519Key(publicKey)) return false;
  const x = Buffer.from(publicKey).toString("base64url");
  return verify(null, message, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }), signature);
}

/** The same, all in hex. */
export function isSignedInHex(message: string, signature: string, publicKey: string): boolean {
  return isSigned(Buffer.from(message, "hex"), Buffer.from(signature, "hex"), Buffer.from(publicKey, "hex"));
}

/** What stands before the seed in a private key of Ed25519 (PKCS#8, RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

interface SeedKey {
  /** 32 bytes. */
  publicKey: Buffer;
  sign(message: Uint8Array): Buffer;
  /** The same in hex, and in another thread, while this one goes on: for what thousands ask for at once. */
  signAside(message: string): Promise<string>;
}

/** The Ed25519 key of a seed of 32 bytes. */
export function readSeed(seed: Uint8Array): SeedKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return {
    publicKey: Buffer.from(x, "base64url"),
    sign: (message) => sign(null, message, key),
    signAside: createAsideSigner(key),
  };
}

export interface SigningKey {
  publicKey: string;
  sign(message: string): string;
}

/** The same, all in hex. */
export function readSigningKey(seed: string): SigningKey {
  const key = readSeed(Buffer.from(seed, "hex"));
  return {
    publicKey: key.publicKey.toString("hex"),
    sign: (message) => key.sign(Buffer.from(message, "hex")).toString("hex"),
  };
}
