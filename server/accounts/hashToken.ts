import { createHash } from "node:crypto";

/** Hashes a bearer for storage. It has 256 random bits, so plain SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
