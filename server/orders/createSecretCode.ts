import type { Random } from "#server/random.ts";

const CODE_BYTES = 24;

/** A code for a link that nobody can guess: 192 random bits in base64url. */
export function createSecretCode(random: Random): string {
  return Buffer.from(random.bytes(CODE_BYTES)).toString("base64url");
}
