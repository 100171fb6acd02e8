/** What a wallet does when it is asked. */
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

/** What every wallet keeps between visits to this page. */
export interface WalletMemory {
  isLocked: boolean;
  isConnected: boolean;
  accountIndex: number;
  mood: Mood;
}

/**
 * A wallet's state of the last visit, and what keeps it.
 * @param own what this wallet alone has, as it begins
 */
export function openMemory<Own extends object>(
  key: string,
  own: Own,
): { memory: WalletMemory & Own; save: () => void } {
  const memory = { isLocked: false, isConnected: false, accountIndex: 0, mood: "usual" as const, ...own, ...load(key) };
  const save = (): void => {
    try {
      localStorage.setItem(key, JSON.stringify(memory));
    } catch {
      // Without storage, the wallet forgets its state at the next visit.
    }
  };
  return { memory, save };
}

function load(key: string): object {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as object;
  } catch {
    return {};
  }
}
