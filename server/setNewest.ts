/** Where each map was read last. */
const places = new WeakMap<object, Iterator<unknown>>();

/** Sets an entry as the newest one, and deletes the oldest of more than `most`. */
export function setNewest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most) return;
  // All before it is deleted. One that begins anew passes over the gaps: thousands, in a large map, for each entry.
  const place = places.get(entries) ?? entries.keys();
  places.set(entries, place);
  entries.delete(place.next().value as Key);
}
