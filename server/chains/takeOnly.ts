/** The only one of a group, on a chain whose transactions pay one each. */
export function takeOnly<T>(items: readonly T[]): T {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0) throw new Error("a transaction of this chain pays one");
  return only;
}
