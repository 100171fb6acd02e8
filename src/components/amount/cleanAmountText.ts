import { tidyDigits } from "#src/format/tidyDigits.ts";

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
