import { createMemoryStorage } from "./memoryStorage.ts";

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
