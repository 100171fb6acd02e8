import { seeName } from "#domain/name/seeName.ts";

/** Scripts with capitals get two initials; one Han, Khmer or emoji character is wide enough alone. */
const IS_NARROW = /^[\p{Lu}\p{Ll}]/u;

/** The first graphemes of a name's first and last word; `?` for an empty name. */
export function getInitials(name: string): string {
  const words = seeName(name).split(/\s+/u).filter(Boolean);
  const first = getFirstLetter(words.at(0) ?? "?");
  const last = getFirstLetter(words.at(-1) ?? "");
  const hasTwo = words.length > 1 && IS_NARROW.test(first) && IS_NARROW.test(last);
  return (hasTwo ? first + last : first).toLocaleUpperCase();
}

function getFirstLetter(word: string): string {
  // Firefox has it since 125.
  if (!("Segmenter" in Intl)) return Array.from(word)[0] ?? "";
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return letters.segment(word)[Symbol.iterator]().next().value?.segment ?? "";
}
