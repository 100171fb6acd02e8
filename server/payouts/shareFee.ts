/** What one of the payouts of a transaction pays of its fee. The shares make up the fee: the first one has what is left. */
export function shareFee(feeBase: bigint, count: number, place: number): bigint {
  const eachBase = feeBase / BigInt(count);
  return place === 0 ? feeBase - eachBase * BigInt(count - 1) : eachBase;
}
