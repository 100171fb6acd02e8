import { toAsciiDigits } from "#domain/toAsciiDigits.ts";

/** A typed or pasted number with 0 to 9 for the digits of any script, without hidden signs and outer spaces. */
export function tidyDigits(text: string): string {
  return toAsciiDigits(text)
    .replaceAll(/\p{Cf}/gu, "")
    .trim();
}
