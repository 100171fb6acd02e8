/**
 * Does something with each item, at most so many at a time, begun in their order. One that fails or takes long stops no
 * other; in the end it rejects with the first failure.
 */
export async function doInLanes<Item>(
  items: readonly Item[],
  lanes: number,
  perform: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: Error[] = [];
  const work = async () => {
    // Lanes share the iterator: each takes the next item that nobody has.
    for (const item of waiting) await perform(item).catch((error: Error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: lanes }, work));
  if (failures[0] !== undefined) throw failures[0];
}
