import { randomBytes } from "node:crypto";

/** The only source of randomness. In production the bytes are cryptographically secure. */
export interface Random {
  bytes(length: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
