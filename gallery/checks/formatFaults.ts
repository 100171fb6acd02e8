/** Each fault once, on a line of its own, so that a failed test names them all. */
export function formatFaults(faults: readonly string[]): string {
  return [...new Set(faults)].join("\n");
}
