import { createSureStorage } from "./storage.ts";

/** What a person began to type and did not send, as JSON strings. It outlives a reload; the tab only with its storage. */
export interface Drafts {
  read: (key: string) => string | null;
  /** An empty text removes. */
  write: (key: string, text: string) => void;
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

/** Keeps drafts per user. */
export function createDrafts({ storage, getUserId }: DraftsDeps): Drafts {
  const kept = createSureStorage(storage);
  const name = (userId: string, key: string) => `${PREFIX}${userId}.${key}`;
  return {
    read: (key) => {
      const userId = getUserId();
      return userId === null ? null : parseText(kept.read(name(userId, key)));
    },
    write: (key, text) => {
      const userId = getUserId();
      if (userId === null) return;
      const isKept = text !== "" && text.length <= MAX_LENGTH;
      kept.write(name(userId, key), isKept ? JSON.stringify(text) : null);
    },
    clear: () => kept.clear(PREFIX),
  };
}

/** Another program may have written under our key. */
function parseText(json: string | null): string | null {
  const value = parseJson(json);
  return typeof value === "string" && value.length <= MAX_LENGTH ? value : null;
}

/** The fields of what was kept as JSON; null where there are none. */
export function parseFields(json: string | null): Readonly<Record<string, unknown>> | null {
  const value = parseJson(json);
  return isRecord(value) ? value : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parseJson(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null") as unknown;
  } catch {
    return null;
  }
}
