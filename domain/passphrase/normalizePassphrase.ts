import { tidyPassphrase } from "./tidyPassphrase.ts";

export const MIN_CODE_POINTS = 6;
export const MAX_CODE_POINTS = 32;

// Control, format (zero-width, bidi), line separators, lone surrogates and all other invisible characters. Variation
// selectors are allowed, since keyboards append them to emoji; `compare` drops them.
const REFUSED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u;

export type PassphraseProblem = "passphraseRequired" | "passphraseLength" | "passphraseCharacters";

/** `text` is shown to the sender; `compare` is equal for every accepted spelling, and is hashed. */
export interface Passphrase {
  text: string;
  compare: string;
}

/** Normalises a typed passphrase: trim, NFKC, single inner spaces, 6 to 32 code points. */
export function normalizePassphrase(typed: string): Passphrase | PassphraseProblem {
  const text = tidyPassphrase(typed);
  if (text === "") return "passphraseRequired";
  if (REFUSED.test(text)) return "passphraseCharacters";
  const length = Array.from(text).length;
  if (length < MIN_CODE_POINTS || length > MAX_CODE_POINTS) return "passphraseLength";
  return { text, compare: foldCase(text) };
}

/** Lower, upper, lower: this makes all spellings of letters with special capitals equal (ß, ẞ, ss; final sigma). */
function foldCase(text: string): string {
  return text
    .replace(/\p{Variation_Selector}/gu, "")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
}
