/**
 * Usual minutes from a transaction's block until it is final, by the network's CAIP-2 id or, for all networks of a kind,
 * by its namespace; 0 is seconds. `docs/world.md` has the source of each.
 */
const USUAL_MINUTES: ReadonlyMap<string, number> = new Map([
  ["eip155:1", 15],
  ["eip155:11155111", 15],
  ["eip155:560048", 15],
  // Local chains finalise as fast as they mine.
  ["eip155:1337", 0],
  ["eip155:31337", 0],
  ["solana", 0],
  // 19 blocks of 3 seconds.
  ["tron", 1],
  ["tvm", 0],
]);

/** Usual minutes until a payment is final; 0: seconds, null: unknown for this network. */
export function findFinalityMinutes(networkId: string | null): number | null {
  if (networkId === null) return null;
  return USUAL_MINUTES.get(networkId) ?? USUAL_MINUTES.get(networkId.split(":", 1)[0] ?? "") ?? null;
}
