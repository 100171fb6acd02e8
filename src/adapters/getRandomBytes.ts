/** Unpredictable bytes. Pages without a secure context have them too, unlike `crypto.randomUUID`. */
export function getRandomBytes(length: number): Uint8Array {
  return window.crypto.getRandomValues(new Uint8Array(length));
}
