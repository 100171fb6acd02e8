import type { Random } from "#server/random.ts";

/** A new id of 128 random bits, 22 characters of the URL-safe alphabet. */
export function createId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString("base64url");
}
