/** Usual minutes from a transaction's block until it is final, by the network's CAIP-2 id. */
const FINALITY_MINUTES: ReadonlyMap<string, number> = new Map([
  // Two to three epochs of 6.4 minutes each.
  ["eip155:1", 15],
  ["eip155:11155111", 15],
  ["eip155:560048", 15],
  // Local chains finalise as fast as they mine.
  ["eip155:1337", 0],
  ["eip155:31337", 0],
]);

/** Usual minutes until a payment is final; 0: less than a minute, null: unknown for this network. */
export function findFinalityMinutes(networkId: string | null): number | null {
  return networkId === null ? null : (FINALITY_MINUTES.get(networkId) ?? null);
}
