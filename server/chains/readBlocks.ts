import type { ListedRange, RangeReading } from "./chain.ts";
import { uniteReadings } from "./uniteReadings.ts";

/** Blocks read in parallel. */
const PARALLEL_BLOCKS = 5;
/** Blocks listed at a time, so that a long range saves its progress. */
const MOST_LISTED = 50n;

/** Reads blocks in order, both ends included, all of them or an error. */
export async function readBlocks<T>(
  first: number,
  last: number,
  read: (blockNumber: number) => Promise<T>,
): Promise<T[]> {
  const blocks: T[] = [];
  for (let next = first; next <= last; next += PARALLEL_BLOCKS) {
    const numbers = Array.from({ length: Math.min(PARALLEL_BLOCKS, last - next + 1) }, (_, step) => next + step);
    blocks.push(...(await Promise.all(numbers.map(read))));
  }
  return blocks;
}

/** What two endpoints list together after one block up to another. */
export async function listBlocks(
  { after, upTo }: { after: bigint; upTo: bigint },
  readTwice: (blockNumber: number) => Promise<readonly RangeReading[]>,
): Promise<ListedRange> {
  const last = upTo - after > MOST_LISTED ? after + MOST_LISTED : upTo;
  const blocks = await readBlocks(Number(after) + 1, Number(last), async (blockNumber) =>
    uniteReadings(await readTwice(blockNumber)),
  );
  return {
    transfers: blocks.flatMap(({ transfers }) => transfers),
    unread: blocks.flatMap(({ unread }) => unread),
    last,
  };
}
