import { createMemoryStorage } from "./memoryStorage.ts";

/** What a person began to type and did not send, as JSON strings. It outlives a reload; the tab only with its storage. */
export interface Drafts {
  read: (key: string) => string | null;
  /** Null removes. */
  write: (key: string, value: string | null) => void;
  /** Forgets the drafts of all users: the session is over. */
  clear: () => void;
}

interface DraftsDeps {
  /** Of the tab, or of what shall outlive it. */
  storage: Storage;
  /** The user whose drafts are read and written; null: nothing is kept. */
  getUserId: () => string | null;
}

const PREFIX = "hongbao.draft.";

/** Several times the longest form that can be sent. A longer text was not typed, and would only slow the page down. */
const MAX_LENGTH = 4000;

/** Keeps drafts per user. What the storage refuses (quota, a closed profile) is kept in memory. */
export function createDrafts({ storage, getUserId }: DraftsDeps): Drafts {
  const memory = createMemoryStorage();
  const name = (userId: string, key: string) => `${PREFIX}${userId}.${key}`;
  return {
    read: (key) => {
      const userId = getUserId();
      if (userId === null) return null;
      const held = memory.getItem(name(userId, key));
      return parseText(held ?? attempt(() => storage.getItem(name(userId, key))) ?? null);
    },
    write: (key, value) => {
      const userId = getUserId();
      if (userId === null) return;
      const entry = name(userId, key);
      memory.removeItem(entry);
      // Removed first, so that a full storage does not keep an older draft than the memory.
      attempt(() => {
        storage.removeItem(entry);
      });
      if (value === null || value.length > MAX_LENGTH) return;
      const text = JSON.stringify(value);
      const isTaken = attempt(() => {
        storage.setItem(entry, text);
        return true;
      });
      if (isTaken !== true) memory.setItem(entry, text);
    },
    clear: () => {
      memory.clear();
      attempt(() => {
        for (const entry of listEntries(storage)) storage.removeItem(entry);
      });
    },
  };
}

function listEntries(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "").filter((entry) =>
    entry.startsWith(PREFIX),
  );
}

/** Another program may have written under our key. */
function parseText(json: string | null): string | null {
  if (json === null) return null;
  const value: unknown = attempt(() => JSON.parse(json) as unknown);
  return typeof value === "string" && value.length <= MAX_LENGTH ? value : null;
}

/** Undefined where `work` throws: a storage may refuse at any time. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
