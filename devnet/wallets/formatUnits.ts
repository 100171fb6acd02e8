/** Base units as whole coins, exact, without trailing zeros. */
export function formatUnits(base: bigint, digits: number): string {
  const text = base.toString().padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "");
}
