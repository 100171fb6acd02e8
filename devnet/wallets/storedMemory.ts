/** A wallet's state of the last visit to this page, or the fresh one. */
export function loadMemory<Memory extends object>(key: string, fresh: Memory): Memory {
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Memory>) };
  } catch {
    return fresh;
  }
}

export function saveMemory(key: string, memory: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(memory));
  } catch {
    // Without storage, the wallet forgets its state at the next visit.
  }
}
