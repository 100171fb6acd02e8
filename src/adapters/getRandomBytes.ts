/** Unpredictable bytes. Unlike `crypto.randomUUID`, they need no secure context. */
export function getRandomBytes(length: number): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(length));
}
