import { toAsciiDigits } from "../toAsciiDigits.ts";

/** What phones hide, change or add by themselves: zero-width signs, joiners, spaces, punctuation, quote-like signs. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{P}`´¨ˋʼ]/gu;

/** More than any text needs. */
const MAX_ROUNDS = 16;

/**
 * What a passphrase is compared by: equal for one phrase however it is written, copied or typed, and the key of a key is
 * that key. It is never shown.
 */
export function toPassphraseKey(text: string): string {
  let key = text;
  // What one step leaves can be work for one before it: an accent joins the letter that a space kept it from.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = key;
    key = simplify(before);
    if (key === before) break;
  }
  return key;
}

/** The order matters: NFKC would make a letter's accent of a quote-like sign. */
function simplify(text: string): string {
  const plain = text.replaceAll(IGNORED, "").normalize("NFKC").toLowerCase();
  return joinLookAlikes(toAsciiDigits(plain)).replaceAll(IGNORED, "");
}

function joinLookAlikes(text: string): string {
  return moveVietnameseTones(sortKhmerSigns(text.replaceAll("ς", "σ")));
}

const VIETNAMESE_TONE = "[\\u0300\\u0301\\u0303\\u0309\\u0323]";
/** A tone on the first vowel of oa, oe and uy, and none on the second. */
const EARLY_TONE = new RegExp(`(?:(o)(${VIETNAMESE_TONE})([ae])|(u)(${VIETNAMESE_TONE})(y))(?!\\p{M})`, "gu");

/** Both hòa and hoà are usual: old and new rules of spelling. */
function moveVietnameseTones(text: string): string {
  return text.normalize("NFD").replaceAll(EARLY_TONE, "$1$4$3$6$2$5").normalize("NFC");
}

/** The signs after a Khmer letter: a letter below it, or any other. */
const KHMER_SIGN = "\\u17D2[\\u1780-\\u17B3]|[\\u17B6-\\u17D3\\u17DD]";
const KHMER_SIGNS = new RegExp(`(?:${KHMER_SIGN}){2,}`, "gu");
const ONE_KHMER_SIGN = new RegExp(KHMER_SIGN, "gu");

/** Vowels that are one sign on one keyboard, and two that look like it on another. */
const KHMER_VOWELS = [
  ["\u17B6", "\u17C1", "\u17C4"],
  ["\u17B8", "\u17C1", "\u17BE"],
] as const;

/** Signs look the same in any order, and the letters ta and da do below another one. */
function sortKhmerSigns(text: string): string {
  return text.replaceAll("\u17D2\u178A", "\u17D2\u178F").replaceAll(KHMER_SIGNS, (signs) => {
    const sorted: readonly string[] = Array.from(signs.match(ONE_KHMER_SIGN) ?? []).sort();
    return KHMER_VOWELS.reduce((before, vowel) => joinKhmerVowel(before, vowel), sorted).join("");
  });
}

function joinKhmerVowel(
  signs: readonly string[],
  [left, right, whole]: (typeof KHMER_VOWELS)[number],
): readonly string[] {
  if (!signs.includes(left) || !signs.includes(right)) return signs;
  return [...signs.filter((sign) => sign !== left && sign !== right), whole].sort();
}
