import type { Random } from "#server/random.ts";

/** Creates an id of 128 random bits, 22 URL-safe characters. */
export function createId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString("base64url");
}
