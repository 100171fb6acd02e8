import { createHash } from "node:crypto";

/** What is stored of a bearer. It has 256 random bits, so a plain SHA-256 keeps it secret. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
