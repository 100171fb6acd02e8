import { loadMemory, saveMemory } from "./storedMemory.ts";

const KEY = "devnet.solanaWallet";

/** What the wallet does when it is asked. */
export const MOODS = {
  usual: "asks its owner",
  refusing: "refuses everything",
  slow: "answers after three minutes",
  withoutBalance: "cannot tell a balance",
  onlySigns: "signs, and leaves the sending to the page",
  cut: "has lost its link",
  absent: "is not in this browser",
} as const;
export type Mood = keyof typeof MOODS;

/** The networks that the wallet can be on, by their names in the Wallet Standard. */
export const NETWORKS = { "solana:localnet": "Solana (local)", "solana:mainnet": "Solana" } as const;
export type Network = keyof typeof NETWORKS;

/** The wallet's state between visits to this page. */
export interface SolanaMemory {
  isLocked: boolean;
  isConnected: boolean;
  accountIndex: number;
  network: Network;
  mood: Mood;
}

export function loadSolanaMemory(): SolanaMemory {
  const fresh: SolanaMemory = {
    isLocked: false,
    isConnected: false,
    accountIndex: 0,
    network: "solana:localnet",
    mood: "usual",
  };
  return loadMemory(KEY, fresh);
}

export function saveSolanaMemory(memory: SolanaMemory): void {
  saveMemory(KEY, memory);
}
