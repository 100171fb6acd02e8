/** Whole USDT from which each level begins; below the first there is none. */
const LEVELS_USDT = [10n, 100n, 1000n, 10_000n, 100_000n] as const;

const MICROS = 1_000_000n;

/** Cosmetic level, 0 to 5, of a person from whom others have claimed so many millionths of a USDT. */
export function readVipLevel(valueMicros: bigint): number {
  return LEVELS_USDT.filter((from) => valueMicros >= from * MICROS).length;
}
