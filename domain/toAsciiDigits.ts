const DIGIT = /^\p{Nd}$/u;

/** The same text with the decimal digits of every script as 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, readDigit);
}

/** Unicode has the ten digits of a script in a row, from its zero on, and some rows side by side. */
function readDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
