/** The lower bound of each level in whole USDT; below the first there is none. */
const LEVELS_USDT = [10n, 100n, 1000n, 10_000n, 100_000n] as const;

const MICROS = 1_000_000n;

/** The cosmetic level, 0 to 5, for the value that others have claimed from a person, in millionths of a USDT. */
export function readVipLevel(valueMicros: bigint): number {
  return LEVELS_USDT.filter((from) => valueMicros >= from * MICROS).length;
}
