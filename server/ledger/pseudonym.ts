/** The messenger's numbers have at most 52 bits, so what is from here on is nobody's. */
export const FIRST_PSEUDONYM = 2n ** 52n;

/** Whether the number took the place of a person whose account is deleted. */
export function isPseudonym(tgUserId: bigint): boolean {
  return tgUserId >= FIRST_PSEUDONYM;
}
