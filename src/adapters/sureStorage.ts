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
