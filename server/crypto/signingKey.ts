import { createPrivateKey, createPublicKey, sign } from "node:crypto";

/** Before the 32 bytes of an Ed25519 seed in PKCS#8. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

export interface SigningKey {
  /** Ed25519, 32 bytes in hex. */
  publicKey: string;
  /** The signature of a message; both in hex. */
  sign(message: string): string;
}

/** The Ed25519 key of a seed: 32 bytes in hex. */
export function readSigningKey(seed: string): SigningKey {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, "hex")]),
    format: "der",
    type: "pkcs8",
  });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return {
    publicKey: Buffer.from(x, "base64url").toString("hex"),
    sign: (message) => sign(null, Buffer.from(message, "hex"), key).toString("hex"),
  };
}
