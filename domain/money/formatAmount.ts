/** Formats base units as a whole-coin decimal string: no trailing zeros, no exponent. */
export function formatAmount(base: bigint, baseDecimals: number): string {
  const sign = base < 0n ? "-" : "";
  const digits = (base < 0n ? -base : base).toString().padStart(baseDecimals + 1, "0");
  const whole = digits.slice(0, digits.length - baseDecimals);
  const fraction = digits.slice(digits.length - baseDecimals).replace(/0+$/, "");
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
