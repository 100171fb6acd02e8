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
    write: (key, value) => kept.write(STORED_KEYS[key], value),
  };
}

export interface SureStorage {
  read: (name: string) => string | null;
  /** Null removes. */
  write: (name: string, value: string | null) => void;
  /** Removes all whose names begin so. */
  clear: (prefix: string) => void;
}

/** Reads and writes a storage. What it refuses (quota, a closed profile) is kept in memory. */
export function createSureStorage(storage: Storage): SureStorage {
  const unsaved = new Map<string, string | null>();
  const write = (name: string, value: string | null) => {
    try {
      if (value === null) storage.removeItem(name);
      else storage.setItem(name, value);
      unsaved.delete(name);
    } catch {
      // The next page finds no older value.
      if (value !== null) write(name, null);
      unsaved.set(name, value);
    }
  };
  return {
    read: (name) => {
      const held = unsaved.get(name);
      if (held !== undefined) return held;
      try {
        return storage.getItem(name);
      } catch {
        return null;
      }
    },
    write,
    clear: (prefix) => {
      const forget = (names: Iterable<string>) => {
        for (const name of names) if (name.startsWith(prefix)) write(name, null);
      };
      forget(unsaved.keys());
      try {
        forget(Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""));
      } catch {
        // What cannot be listed can be read no more either.
      }
    },
  };
}

interface StorageWindow {
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
}

function canUse(target: StorageWindow, name: "localStorage" | "sessionStorage"): boolean {
  try {
    const storage = target[name];
    storage.setItem("hongbao.canUse", "1");
    storage.removeItem("hongbao.canUse");
    return true;
  } catch {
    return false;
  }
}

/**
 * Puts storage in memory where the browser denies the real one ("block all site data", a partitioned frame), before
 * anything reads it: the messenger's SDK throws on its own access otherwise.
 * @returns whether what the session stores survives a reload
 */
export function ensureStorage(target: StorageWindow): { isSessionReal: boolean } {
  const isSessionReal = canUse(target, "sessionStorage");
  for (const [name, isReal] of [
    ["localStorage", canUse(target, "localStorage")],
    ["sessionStorage", isSessionReal],
  ] as const) {
    if (!isReal) Object.defineProperty(target, name, { configurable: true, value: createMemoryStorage() });
  }
  return { isSessionReal };
}

/** A Storage that lives as long as the page. */
export function createMemoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
    clear: () => values.clear(),
  };
}
