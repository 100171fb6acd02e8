/** The part of EIP-1193 that we use. */
export interface Eip1193Provider {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>;
}

export function isProvider(value: unknown): value is Eip1193Provider {
  return typeof value === "object" && value !== null && "request" in value && typeof value.request === "function";
}
