/** Writes base units as a whole-coin decimal string: trailing zeros trimmed, never in exponent form. */
export function formatAmount(base: bigint, baseDecimals: number): string {
  const sign = base < 0n ? "-" : "";
  const digits = (base < 0n ? -base : base).toString().padStart(baseDecimals + 1, "0");
  const whole = digits.slice(0, digits.length - baseDecimals);
  const fraction = digits.slice(digits.length - baseDecimals).replace(/0+$/, "");
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
