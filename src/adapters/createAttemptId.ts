const BYTES = 16;

/** Names one attempt of a person, so that a retry of it is told from another one: 128 bits as hexadecimal digits. */
export function createAttemptId(getRandomBytes: (length: number) => Uint8Array): string {
  return Array.from(getRandomBytes(BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
