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

/** The reading of all endpoints, where these are described alike. Throws where they disagree. */
export function agreeOrThrow<Reading>(
  readings: readonly Reading[],
  describe: (reading: Reading) => string,
  what: string,
): Reading {
  const agreed = agree(readings, describe, (reading) => ({ kind: "agreed" as const, reading }));
  if (agreed.kind === "agreed") return agreed.reading;
  throw new Error(`the RPC endpoints disagree on ${what}: ${agreed.reason}`);
}
