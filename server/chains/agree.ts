import { findDispute } from "./findDispute.ts";

/** What follows from readings that are all described alike; else what they disagree about. Throws where nothing was read. */
export function agree<Reading, Agreed>(
  readings: readonly Reading[],
  describe: (reading: Reading) => string,
  conclude: (reading: Reading) => Agreed,
): Agreed | { kind: "disputed"; reason: string } {
  const [first] = readings;
  if (first === undefined) throw new Error("nothing was read");
  return findDispute(readings, describe) ?? conclude(first);
}
