import { seeName } from "../name/seeName.ts";

/** Letters that somebody wrote as signs of mathematics, as names in a messenger often are. */
const STYLED_LETTERS = /[\u{1D400}-\u{1D7FF}]/gu;

/**
 * A text of a person as it may be drawn: one line, no control characters, nothing that turns or hides its direction,
 * and no towers of marks.
 */
export function cleanText(text: string): string {
  return seeName(text.replaceAll(STYLED_LETTERS, (letter) => letter.normalize("NFKC"))).replaceAll(/\p{Cn}/gu, "");
}

/** Whether a text is read from the right to the left, by its first letter. */
export function isFromRight(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? "";
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter);
}
