/** The zeros of the digits that keyboards around the app's languages type: Arabic, Persian, Thai, Lao, Khmer, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0e50, 0x0ed0, 0x17e0, 0xff10];

/** The same text with every decimal digit as 0 to 9, character for character. */
export function toLatinDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find((candidate) => code >= candidate && code < candidate + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
