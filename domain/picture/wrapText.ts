import { splitGraphemes } from "#domain/splitGraphemes.ts";

/** How wide a text is once it is shaped. */
export type Measure = (text: string) => number;

const ELLIPSIS = "…";
/** What stays on the line of the word after it. */
const OPENING = /[\p{Ps}\p{Pi}]$/u;
/** What has a line of its own, if need be. */
const APART = /^[\p{Ps}\p{Pi}\p{Extended_Pictographic}\s]/u;

const words = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Breaks a text into lines that are about equally wide, between words where it can be. What does not fit into
 * `maxLines` ends with an ellipsis.
 */
export function wrapText(
  text: string,
  measure: Measure,
  maxWidth: number,
  maxLines: number,
): { lines: string[]; isCut: boolean } {
  const pieces = splitPieces(text).flatMap((piece) =>
    measure(piece) > maxWidth ? splitCharacters(piece, measure, maxWidth) : [piece],
  );
  const lines = fill(pieces, measure, maxWidth);
  if (lines.length > maxLines) {
    const rest = lines.slice(maxLines - 1).join(" ");
    return { lines: [...lines.slice(0, maxLines - 1), cut(rest, measure, maxWidth)], isCut: true };
  }
  // The narrowest column that needs no further line.
  for (let share = 0.4; share < 1; share += 0.06) {
    const even = fill(pieces, measure, maxWidth * share);
    if (even.length === lines.length && even.every((line) => measure(line) <= maxWidth))
      return { lines: even, isCut: false };
  }
  return { lines, isCut: false };
}

/** What a line does not break: words with their punctuation, and spaces. */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = pieces.at(-1);
    const isTail = isWordLike !== true && !APART.test(segment);
    if (last !== undefined && last.trim() !== "" && (isTail || OPENING.test(last)))
      pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

function fill(pieces: readonly string[], measure: Measure, maxWidth: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    if (line.trim() !== "" && measure((line + piece).trim()) > maxWidth) {
      lines.push(line.trim());
      line = piece;
    } else line += piece;
  }
  return line.trim() === "" ? lines : [...lines, line.trim()];
}

/** Its characters, and the parts of one that is wider than a line: a chain of joined emoji counts as one character. */
const splitCharacters = (text: string, measure: Measure, maxWidth: number) =>
  splitGraphemes(text).flatMap((character) => (measure(character) > maxWidth ? Array.from(character) : [character]));

/** As much of a text as fits with an ellipsis. */
function cut(text: string, measure: Measure, maxWidth: number): string {
  const characters = splitCharacters(text, measure, maxWidth);
  let [least, most] = [0, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(join(characters, middle)) <= maxWidth) least = middle;
    else most = middle - 1;
  }
  return join(characters, least);
}

const join = (characters: readonly string[], count: number) =>
  `${characters.slice(0, count).join("").trimEnd()}${ELLIPSIS}`;
