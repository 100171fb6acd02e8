/** Letters that somebody wrote as signs of mathematics, as names in a messenger often are. */
const STYLED_LETTERS = /[\u{1D400}-\u{1D7FF}]/gu;

/**
 * A text of a person as it may be drawn: one line, no control characters, nothing that turns or hides its direction,
 * and no towers of marks. Joiners stay, since emoji and Khmer need them.
 */
export function cleanText(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(STYLED_LETTERS, (letter) => letter.normalize("NFKC"))
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .replaceAll(/(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, "")
    .replaceAll(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();
}

/** Whether a text is read from the right to the left, by its first letter. */
export function isFromRight(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? "";
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter);
}
