/** Minutes from a transaction's block until it is final, as they usually are, by EIP-155 chain id. */
const FINALITY_MINUTES: ReadonlyMap<number, number> = new Map([
  // Two to three epochs of 6.4 minutes each.
  [1, 15],
  [11_155_111, 15],
  [560_048, 15],
  // Local chains are final as fast as they mine.
  [1337, 0],
  [31_337, 0],
]);

/** Usual minutes until a payment is final; 0: less than a minute, null: unknown for this network. */
export function findFinalityMinutes(chainId: number | null): number | null {
  return chainId === null ? null : (FINALITY_MINUTES.get(chainId) ?? null);
}
