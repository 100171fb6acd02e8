import { createDecipheriv, type KeyObject } from "node:crypto";
import { deriveKey, type KeyPurpose } from "./deriveKey.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Decrypts the output of `sealText` with any of the secrets.
 * @throws Error if no secret decrypts it or its context differs.
 */
export function openText(secrets: readonly string[], purpose: KeyPurpose, context: string, sealed: Buffer): string {
  for (const secret of secrets) {
    const text = tryOpen(deriveKey(secret, purpose), context, sealed);
    if (text !== null) return text;
  }
  throw new Error("no secret opens this text");
}

function tryOpen(key: KeyObject, context: string, sealed: Buffer): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
