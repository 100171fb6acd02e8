const lastOf = new Map<string, Promise<unknown>>();

/** Runs the tasks of one key one after the other, in order of arrival. */
export async function serializeByKey<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  lastOf.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key);
  }
}
