import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** Purpose of a derived key; two purposes never share a key. */
export type KeyPurpose =
  | "passphrase.hash"
  | "passphrase.seal"
  | "paymentCode.hash"
  | "paymentCode.seal"
  | "handoffCode.hash"
  | "verificationCode.hash"
  | "mailAddress.hash"
  | "email.seal"
  | "chatLink"
  | "postLink"
  | "idempotency.seal"
  | "secret.name";

const derived = new Map<string, KeyObject>();

/**
 * Derives the 32-byte key of a purpose from a secret of APP_SECRET (HKDF-SHA256). Returns a KeyObject, since raw bytes
 * would be imported at each use.
 */
export function deriveKey(secret: string, purpose: KeyPurpose): KeyObject {
  const name = `${purpose} ${secret}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "hongbao", purpose, 32)));
  derived.set(name, key);
  return key;
}
