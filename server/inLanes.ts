/** How many statements of one job run at once: a part of the connections that a process has. */
export const DATABASE_LANES = 4;

/**
 * Handles the items in their order, at most `lanes` at a time. One that fails or takes long does not stop the others.
 * Rejects with the first failure, once all have been handled.
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
