import type { Language } from "#domain/language/language.ts";

/** Of one language: what a made-up passphrase takes words from, how many, and what stands between them. */
export interface Words {
  list: readonly string[];
  count: number;
  separator: string;
}

/** Four of them and the spaces between are at most 31 characters, and are typed without diacritics. */
const SHORT_WORD = /^[a-z]{3,7}$/u;

/** More than 42 bits: each list has over 1,600 such words. */
const takeShort = (list: readonly string[]): Words => ({
  list: list.filter((word) => SHORT_WORD.test(word)),
  count: 4,
  separator: " ",
});

/** 66 bits: each list has 2,048 characters, and six are the fewest that a passphrase has. */
const takeCharacters = (list: readonly string[]): Words => ({ list, count: 6, separator: "" });

const loaded = new Map<Language, Promise<Words | null>>();

/** The words of BIP 39, which are common and told apart by their first letters; null where a language has none. */
export function loadWords(language: Language): Promise<Words | null> {
  const words = loaded.get(language) ?? importWords(language);
  loaded.set(language, words);
  // What failed is tried again.
  words.catch(() => loaded.delete(language));
  return words;
}

async function importWords(language: Language): Promise<Words | null> {
  switch (language) {
    case "en":
      return takeShort((await import("@scure/bip39/wordlists/english.js")).wordlist);
    case "es":
      return takeShort((await import("@scure/bip39/wordlists/spanish.js")).wordlist);
    case "zh-CN":
      return takeCharacters((await import("@scure/bip39/wordlists/simplified-chinese.js")).wordlist);
    case "zh-TW":
      return takeCharacters((await import("@scure/bip39/wordlists/traditional-chinese.js")).wordlist);
    case "vi":
    case "km":
    case "id":
      return null;
  }
}
