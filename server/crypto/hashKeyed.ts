import { createHmac } from "node:crypto";
import { deriveKey, type KeyPurpose } from "./deriveKey.ts";

/**
 * HMAC-SHA256 of a text under every secret, newest first: store the first, look up by all of them, so that values
 * hashed by an older secret are found.
 */
export function hashKeyed(
  secrets: readonly string[],
  purpose: KeyPurpose,
  text: string,
): readonly [Buffer, ...Buffer[]] {
  const [newest, ...older] = secrets;
  if (newest === undefined) throw new Error("a keyed hash needs a secret");
  const hash = (secret: string) => createHmac("sha256", deriveKey(secret, purpose)).update(text).digest();
  return [hash(newest), ...older.map(hash)];
}
