import { readFileSync } from "node:fs";

/** One wallet as TON Connect's lists of wallets describe it. */
export interface TonConnectWallet {
  readonly app_name: string;
  readonly name: string;
  readonly image: string;
  readonly about_url: string;
  readonly universal_url?: string;
  readonly deepLink?: string;
  readonly bridge: readonly (
    | { readonly type: "sse"; readonly url: string }
    | { readonly type: "js"; readonly key: string }
  )[];
  readonly platforms: readonly string[];
  readonly features?: readonly unknown[];
}

/** The official list as it was on one day: `npm run wallets` reads it anew. */
export interface TonConnectList {
  /** The file's address at its commit. */
  readonly source: string;
  /** The day in UTC, as `2026-11-23`. */
  readonly readOn: string;
  readonly wallets: readonly TonConnectWallet[];
}

export const TON_CONNECT_LIST_FILE = new URL("tonConnectWallets.json", import.meta.url);

/** Whether a text from outside describes a wallet. */
export function isTonConnectWallet(value: unknown): value is TonConnectWallet {
  if (typeof value !== "object" || value === null) return false;
  const { app_name: appName, name, image, about_url: aboutUrl, bridge, platforms } = value as Partial<TonConnectWallet>;
  return (
    [appName, name, image, aboutUrl].every((text) => typeof text === "string") &&
    [bridge, platforms].every(Array.isArray)
  );
}

/** The official list of wallets, all that can send what an app asks them for. */
export function readTonConnectWallets(): readonly TonConnectWallet[] {
  const { wallets } = JSON.parse(readFileSync(TON_CONNECT_LIST_FILE, "utf8")) as TonConnectList;
  return wallets.filter(({ features = [] }) => features.some(isSending));
}

/** Features are names, or objects that have one. */
function isSending(feature: unknown): boolean {
  const name = typeof feature === "object" && feature !== null && "name" in feature ? feature.name : feature;
  return name === "SendTransaction";
}
