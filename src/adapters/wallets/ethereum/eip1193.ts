/** How a wallet announces itself. */
export const PROVIDER_EVENTS = ["accountsChanged", "chainChanged", "connect", "disconnect"] as const;
type ProviderEvent = (typeof PROVIDER_EVENTS)[number];

/** The part of EIP-1193 that we use. */
export interface Eip1193Provider {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>;
  /** Some wallets have no events. */
  on?: (event: ProviderEvent, listener: () => void) => unknown;
  removeListener?: (event: ProviderEvent, listener: () => void) => unknown;
}

export function isProvider(value: unknown): value is Eip1193Provider {
  return typeof value === "object" && value !== null && "request" in value && typeof value.request === "function";
}
