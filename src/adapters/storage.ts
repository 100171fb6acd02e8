import { createSureStorage } from "./sureStorage.ts";

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

export function createAppStorage(storage: Storage): AppStorage {
  const kept = createSureStorage(storage);
  return {
    read: (key) => kept.read(STORED_KEYS[key]),
    write: (key, value) => {
      kept.write(STORED_KEYS[key], value);
    },
  };
}
