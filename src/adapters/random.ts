const ATTEMPT_BYTES = 16;

/** Unpredictable bytes. Unlike `crypto.randomUUID`, they need no secure context. */
export function getRandomBytes(length: number): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(length));
}

/** Identifies one attempt, so that the server recognises a retry of it: 128 bits as hexadecimal digits. */
export function createAttemptId(draw: (length: number) => Uint8Array): string {
  return Array.from(draw(ATTEMPT_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
