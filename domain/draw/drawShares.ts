import { drawBelow } from "./drawBelow.ts";

/** All amounts in base units; `unitBase` is the smallest step of a share (10^12 wei for six decimals of ETH). */
export interface Draw {
  totalBase: bigint;
  minBase: bigint;
  unitBase: bigint;
  count: number;
}

/**
 * Splits a lucky draw: distributes the excess over the minimum by double mean, then shuffles, so that every position
 * has the same distribution. The sum is exact and each share is at least the minimum.
 * @throws RangeError if the total leaves no excess or is not a multiple of the unit.
 */
export function drawShares(draw: Draw, randomBytes: (length: number) => Uint8Array): bigint[] {
  const { totalBase, minBase, unitBase, count } = draw;
  const excess = totalBase - minBase * BigInt(count);
  if (count < 1 || excess <= 0n) throw new RangeError("the total must exceed the minimum of all shares");
  if (totalBase % unitBase !== 0n || minBase % unitBase !== 0n) throw new RangeError("amounts must be whole units");

  let restUnits = excess / unitBase;
  const shares: bigint[] = [];
  for (let left = count; left > 1; left -= 1) {
    const units = drawBelow((2n * restUnits) / BigInt(left) + 1n, randomBytes);
    shares.push(minBase + units * unitBase);
    restUnits -= units;
  }
  shares.push(minBase + restUnits * unitBase);
  return shuffle(shares, randomBytes);
}

/** Fisher-Yates: every order is equally likely. */
function shuffle(shares: readonly bigint[], randomBytes: (length: number) => Uint8Array): bigint[] {
  const shuffled: bigint[] = [];
  for (const share of shares) {
    const place = Number(drawBelow(BigInt(shuffled.length + 1), randomBytes));
    shuffled.push(shuffled[place] ?? share);
    shuffled[place] = share;
  }
  return shuffled;
}
