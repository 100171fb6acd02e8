/** Remembers the last few values that were written; the oldest ones are forgotten. */
export interface Recent<Value> {
  read: (key: string) => Value | null;
  write: (key: string, value: Value) => void;
}

/** @param max how many values are remembered */
export function createRecent<Value>(max: number): Recent<Value> {
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
