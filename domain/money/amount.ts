/** Formats base units as a whole-coin decimal string: no trailing zeros, no exponent. */
export function formatAmount(base: bigint, baseDecimals: number): string {
  const sign = base < 0n ? "-" : "";
  const digits = (base < 0n ? -base : base).toString().padStart(baseDecimals + 1, "0");
  const whole = digits.slice(0, digits.length - baseDecimals);
  const fraction = digits.slice(digits.length - baseDecimals).replace(/0+$/, "");
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Parses a request amount, a whole-coin decimal string with at most six decimals, into base units.
 * @throws RangeError for any other text; check typed texts with `isAmountText` first.
 */
export function parseAmount(text: string, baseDecimals: number): bigint {
  if (!isAmountText(text)) throw new RangeError("not an amount with at most six decimals");
  return parseDecimal(text, baseDecimals);
}

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * Parses a whole-coin decimal string of any precision the coin has, such as a balance or a fee, into base units.
 * @throws RangeError if the text is not a plain decimal number or is finer than the base unit.
 */
export function parseDecimal(text: string, baseDecimals: number): bigint {
  const match = DECIMAL.exec(text);
  const fraction = match?.[2] ?? "";
  if (match === null || fraction.length > baseDecimals) throw new RangeError("not a decimal amount of this coin");
  return BigInt(`${match[1]}${fraction.padEnd(baseDecimals, "0")}`);
}

const AMOUNT = /^(0|[1-9][0-9]*)(\.[0-9]{1,6})?$/;

/** Whether a text is a request amount: a plain decimal with at most six decimals and no leading zeros. */
export function isAmountText(text: string): boolean {
  return AMOUNT.test(text);
}

/** Rounds down to at most this many decimals, for display. */
export function roundDownAmount(amount: string, baseDecimals: number, decimals: number): string {
  if (decimals >= baseDecimals) return amount;
  const step = 10n ** BigInt(baseDecimals - decimals);
  const base = parseDecimal(amount, baseDecimals);
  return formatAmount(base - (base % step), baseDecimals);
}

/** Rounds up to at most this many decimals, for display. */
export function roundUpAmount(amount: string, baseDecimals: number, decimals: number): string {
  if (decimals >= baseDecimals) return amount;
  const step = 10n ** BigInt(baseDecimals - decimals);
  const base = parseDecimal(amount, baseDecimals);
  return formatAmount(((base + step - 1n) / step) * step, baseDecimals);
}
