import { loadMemory, saveMemory } from "./storedMemory.ts";

const KEY = "devnet.wallet";
/** What the wallet does when it is asked. */
export const MOODS = {
  usual: "asks its owner",
  refusing: "refuses everything",
  slow: "answers after three minutes",
  cut: "has lost its link",
  absent: "is not in this browser",
} as const;
export type Mood = keyof typeof MOODS;

export const DEVNET_CHAIN = 31_337;
export const NETWORKS: Readonly<Record<number, string>> = { [DEVNET_CHAIN]: "Ethereum (local)", 1: "Ethereum Mainnet" };

/** The wallet's state between visits to this page. */
export interface WalletMemory {
  isLocked: boolean;
  isConnected: boolean;
  accountIndex: number;
  chainId: number;
  /** Whether the wallet knows the local network; otherwise the page must add it (error 4902). */
  hasDevnet: boolean;
  mood: Mood;
}

export function loadWalletMemory(): WalletMemory {
  const fresh: WalletMemory = {
    isLocked: false,
    isConnected: false,
    accountIndex: 0,
    chainId: DEVNET_CHAIN,
    hasDevnet: true,
    mood: "usual",
  };
  return loadMemory(KEY, fresh);
}

export function saveWalletMemory(memory: WalletMemory): void {
  saveMemory(KEY, memory);
}
