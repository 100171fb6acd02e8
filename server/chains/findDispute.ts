/** What endpoints disagree about, by how each reading is described; null where all are the same. */
export function findDispute<Reading>(
  readings: readonly Reading[],
  describe: (reading: Reading) => string,
): { kind: "disputed"; reason: string } | null {
  const described = readings.map(describe);
  return new Set(described).size > 1 ? { kind: "disputed", reason: described.join(" against ") } : null;
}
