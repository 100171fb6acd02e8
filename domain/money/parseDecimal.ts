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
