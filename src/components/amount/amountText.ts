import { tidyDigits } from "#src/format/tidyDigits.ts";

/** Whole thousands in groups of three, by one kind of separator, then perhaps decimals by another mark. */
const GROUPED = [
  /^([0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]*))?$/u,
  /^([0-9]{1,3}(?:\.[0-9]{3})+)(?:,([0-9]*))?$/u,
  /^([0-9]{1,3}(?: [0-9]{3})+)(?:[.,]([0-9]*))?$/u,
  /^([0-9]{1,3}(?:'[0-9]{3})+)(?:[.,]([0-9]*))?$/u,
];

/** Thousands, or a number with three decimals. */
const AMBIGUOUS = /^[1-9][0-9]{0,2}[.,][0-9]{3}$/u;

/**
 * Reads a copied amount: decimal text with a point, or null where it is none or could be more than one number.
 *
 * - A lone mark is the decimal mark: `1,5` is 1.5. Another mark than the language's own before three digits could also
 *   group thousands: in English `1,234` is refused, `0,125` is not.
 * - Of two kinds the last is the decimal mark and the other groups thousands: `1,234.50`, `1.234,5`, `1 234,5`.
 * - A mark that comes again groups thousands: `1,234,567`.
 * - The field's own unit may stand before or after it. Any other letter, sign or exponent, a second line and groups
 *   that are not of three are refused.
 */
export function readPastedAmount(text: string, unit: string, decimalMark: string): string | null {
  const number = dropUnit(simplify(text), unit.toLowerCase());
  if (number === "" || (AMBIGUOUS.test(number) && !number.includes(decimalMark))) return null;
  for (const pattern of isLoneMark(number) ? [] : GROUPED) {
    const match = pattern.exec(number);
    if (match === null) continue;
    const [, whole = "", fraction] = match;
    return `${whole.replaceAll(/[^0-9]/gu, "")}${fraction === undefined ? "" : `.${fraction}`}`;
  }
  return cleanAmountText(number);
}

/** One spelling for digits, marks and spaces; invisible characters go. */
function simplify(text: string): string {
  return tidyDigits(text)
    .replaceAll("，", ",")
    .replaceAll("．", ".")
    .replaceAll(/[\u00a0\u2009\u202f]/gu, " ")
    .replaceAll("’", "'")
    .trim()
    .toLowerCase();
}

function dropUnit(text: string, unit: string): string {
  if (text.startsWith(unit)) return text.slice(unit.length).trim();
  return text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
}

function isLoneMark(number: string): boolean {
  return (number.match(/[., ']/gu)?.length ?? 0) === 1 && /[.,]/u.test(number);
}

/** What keyboards and input methods type for a decimal mark, beside point and comma. */
const MARKS = /[,，．。٫]/gu;

/**
 * Reads the text of an amount field after a key: decimal text with a point, or null for anything else, so that the
 * field stays as it was instead of becoming another number.
 *
 * Point and comma both are the decimal mark; there is at most one. Nothing is rounded or cut.
 */
export function cleanAmountText(text: string): string | null {
  const plain = tidyDigits(text).replaceAll(MARKS, ".");
  if (!/^[0-9]*\.?[0-9]*$/u.test(plain)) return null;
  return plain.startsWith(".") ? `0${plain}` : plain;
}
