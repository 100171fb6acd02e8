/** What outlives the page, besides `walletAttempts.ts`: the four things of SPEC section 9, in their odd spelling, and one of ours. */
export const STORED_KEYS = {
  token: "auht_token",
  userId: "userId",
  language: "language",
  hasChosenLanguage: "selectLangAction",
  /** "1" once the app was offered for the home screen. */
  homeScreenOffered: "homeScreenOffered",
} as const;

export type StoredKey = keyof typeof STORED_KEYS;

export interface AppStorage {
  read: (key: StoredKey) => string | null;
  /** Null removes. */
  write: (key: StoredKey, value: string | null) => void;
}

/** Reads and writes the stored keys. What the storage refuses (quota, a closed profile) is kept in memory. */
export function createAppStorage(storage: Storage): AppStorage {
  const unsaved = new Map<StoredKey, string | null>();
  return {
    read: (key) => {
      const held = unsaved.get(key);
      if (held !== undefined) return held;
      try {
        return storage.getItem(STORED_KEYS[key]);
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        if (value === null) storage.removeItem(STORED_KEYS[key]);
        else storage.setItem(STORED_KEYS[key], value);
        unsaved.delete(key);
      } catch {
        unsaved.set(key, value);
      }
    },
  };
}
