import { randomBytes } from "node:crypto";

/** The only source of randomness. In production the bytes are cryptographically secure. */
export interface Random {
  bytes(length: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };

/** Creates an id of 128 random bits, 22 URL-safe characters. */
export function createId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString("base64url");
}
