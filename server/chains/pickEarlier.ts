/** Newest blocks of endpoints that are further apart in time: one of them is wrong, or far behind. */
const MOST_APART_MS = 60_000;

/**
 * The reading of the endpoint whose newest block is the earlier one: none alone lets a transaction live longer. Throws where
 * they are too far apart.
 */
export function pickEarlier<Reading>(readings: readonly Reading[], readTimeMs: (reading: Reading) => number): Reading {
  const [first, ...others] = readings;
  if (first === undefined) throw new Error("nothing was read");
  const earlier = others.reduce((known, other) => (readTimeMs(other) < readTimeMs(known) ? other : known), first);
  if (readings.some((reading) => readTimeMs(reading) - readTimeMs(earlier) > MOST_APART_MS)) {
    throw new Error("the RPC endpoints disagree on the time");
  }
  return earlier;
}
