/** How a wallet announces itself. */
export const PROVIDER_EVENTS = ["accountsChanged", "chainChanged", "connect", "disconnect"] as const;
type ProviderEvent = (typeof PROVIDER_EVENTS)[number];

/** The part of TIP-1193 that we use. */
export interface Tip1193Provider {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>;
  /** Some wallets have no events. */
  on?: (event: ProviderEvent, listener: () => void) => unknown;
  removeListener?: (event: ProviderEvent, listener: () => void) => unknown;
  /** A `TronWeb`, made anew for each network; anything else while the wallet is locked. */
  tronWeb?: unknown;
}

/** The part that we use of the TronWeb that a wallet puts into the page. It asks the wallet's node from the page. */
export interface TronWeb {
  /** The address is false while the wallet shows this page no account. */
  defaultAddress?: { base58?: string | false };
  /** How old wallets without a provider are asked. */
  request?: Tip1193Provider["request"];
  trx: {
    getBlockByNumber: (number: number) => Promise<unknown>;
    getUnconfirmedBalance: (address: string) => Promise<unknown>;
    signMessageV2: (message: string) => Promise<unknown>;
    sign: (transaction: unknown) => Promise<unknown>;
    sendRawTransaction: (transaction: unknown) => Promise<unknown>;
  };
}

/** How a wallet is asked to show its account: by TIP-1102, or as wallets were before it. */
export type AccountsMethod = "eth_requestAccounts" | "tron_requestAccounts";

export function isProvider(value: unknown): value is Tip1193Provider {
  return typeof value === "object" && value !== null && "request" in value && typeof value.request === "function";
}

export function isTronWeb(value: unknown): value is TronWeb {
  const isThing = typeof value === "object" && value !== null;
  return isThing && "trx" in value && typeof value.trx === "object";
}
