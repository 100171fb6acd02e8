import { loadMemory, saveMemory } from "./storedMemory.ts";

const KEY = "devnet.tronWallet";

/** What the wallet does when it is asked. */
export const MOODS = {
  usual: "asks its owner",
  refusing: "refuses everything",
  slow: "answers after three minutes",
  withoutBalance: "cannot tell a balance",
  cut: "has lost its link",
  absent: "is not in this browser",
} as const;
export type Mood = keyof typeof MOODS;

/** Networks that the wallet knows besides the local one, with the id of their first block. */
export const PUBLIC_NETWORKS: Readonly<Record<string, { name: string; firstBlock: string }>> = {
  "0x2b6653dc": { name: "Tron", firstBlock: "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc" },
  "0xcd8690dc": { name: "Tron Nile", firstBlock: "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc" },
};

/** The wallet's state between visits to this page. */
export interface TronMemory {
  isLocked: boolean;
  isConnected: boolean;
  accountIndex: number;
  /** Null: the local network. */
  chainId: string | null;
  mood: Mood;
}

export function loadTronMemory(): TronMemory {
  const fresh: TronMemory = { isLocked: false, isConnected: false, accountIndex: 0, chainId: null, mood: "usual" };
  return loadMemory(KEY, fresh);
}

export function saveTronMemory(memory: TronMemory): void {
  saveMemory(KEY, memory);
}
