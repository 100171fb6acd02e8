import { tidyPassphrase } from "./tidyPassphrase.ts";
import { toPassphraseKey } from "./toPassphraseKey.ts";

/** Of the text that a sender sees. */
export const MIN_CODE_POINTS = 6;
/** Of the text and of its key. */
export const MAX_CODE_POINTS = 32;
/** Of what somebody tries, as it came. */
const MAX_TRIED_CODE_POINTS = 256;
const MIN_KEY = 4;
/** Of a key with letters and digits alone: each says less than a sign for a word or a syllable, or a picture. */
const MIN_ALPHABET_KEY = 6;

const LETTERS_AND_DIGITS = /^[\p{L}\p{M}\p{N}]*$/u;
/** Scripts whose signs are words or syllables. All others are alphabets here: Latin, Khmer, Thai, Arabic and the like. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Yi}\p{Script=Ethiopic}\p{Script=Cherokee}\p{Script=Vai}\p{Script=Canadian_Aboriginal}]/u;

/** Control characters, and halves of a character that no text can hold. */
const REFUSED = /[\p{Cc}\p{Cs}]/u;

export type PassphraseProblem = "passphraseRequired" | "passphraseLength" | "passphraseThin" | "passphraseCharacters";

/** `text` is shown to the sender, `key` is hashed and compared. */
export interface Passphrase {
  text: string;
  key: string;
}

/** Reads the passphrase that a sender typed. */
export function readPassphrase(typed: string): Passphrase | PassphraseProblem {
  const text = tidyPassphrase(typed);
  if (text === "") return "passphraseRequired";
  if (REFUSED.test(text)) return "passphraseCharacters";
  const length = countCodePoints(text);
  if (length < MIN_CODE_POINTS || length > MAX_CODE_POINTS) return "passphraseLength";
  const key = toPassphraseKey(text);
  const keyLength = countCodePoints(key);
  if (keyLength > MAX_CODE_POINTS) return "passphraseLength";
  const isAlphabetic = LETTERS_AND_DIGITS.test(key) && !DENSE.test(key);
  return keyLength < (isAlphabetic ? MIN_ALPHABET_KEY : MIN_KEY) ? "passphraseThin" : { text, key };
}

/** Reads what somebody typed to claim, which may be written in another way: its key, or why no envelope can have it. */
export function readTriedKey(typed: string): { key: string } | "passphraseRequired" | "passphraseLength" {
  if (tidyPassphrase(typed) === "") return "passphraseRequired";
  if (countCodePoints(typed) > MAX_TRIED_CODE_POINTS) return "passphraseLength";
  const key = toPassphraseKey(typed);
  const length = countCodePoints(key);
  return length < MIN_KEY || length > MAX_CODE_POINTS ? "passphraseLength" : { key };
}

function countCodePoints(text: string): number {
  return Array.from(text).length;
}
