const BYTES = 16;

/** Identifies one attempt, so that the server recognises a retry of it: 128 bits as hexadecimal digits. */
export function createAttemptId(getRandomBytes: (length: number) => Uint8Array): string {
  return Array.from(getRandomBytes(BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
