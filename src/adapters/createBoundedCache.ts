/** Keeps the values that were written last. Reading does not renew a value. */
export interface BoundedCache<Value> {
  read: (key: string) => Value | null;
  write: (key: string, value: Value) => void;
}

/** @param max how many values are kept */
export function createBoundedCache<Value>(max: number): BoundedCache<Value> {
  const values = new Map<string, Value>();
  return {
    read: (key) => values.get(key) ?? null,
    write: (key, value) => {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > max && oldest !== undefined) values.delete(oldest);
    },
  };
}
