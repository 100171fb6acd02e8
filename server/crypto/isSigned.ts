import { createPublicKey, verify } from "node:crypto";

/** Whether an Ed25519 signature of a message is that of a key; all in hex. False for anything that is no key. */
export function isSigned(message: string, signature: string, publicKey: string): boolean {
  try {
    const x = Buffer.from(publicKey, "hex").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(message, "hex"), key, Buffer.from(signature, "hex"));
  } catch {
    return false;
  }
}
