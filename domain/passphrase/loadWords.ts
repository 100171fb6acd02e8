import type { Language } from "#domain/language/language.ts";

const loaded = new Map<Language, Promise<readonly string[]>>();

/** What a made-up passphrase of a language takes words from. */
export function loadWords(language: Language): Promise<readonly string[]> {
  const words = loaded.get(language) ?? importWords(language).then(({ WORDS }) => WORDS.trim().split(/,\s+/u));
  loaded.set(language, words);
  // What failed is tried again.
  words.catch(() => loaded.delete(language));
  return words;
}

function importWords(language: Language): Promise<{ WORDS: string }> {
  switch (language) {
    case "en":
      return import("./words/en.ts");
    case "es":
      return import("./words/es.ts");
    case "id":
      return import("./words/id.ts");
    case "km":
      return import("./words/km.ts");
    case "vi":
      return import("./words/vi.ts");
    case "zh-CN":
      return import("./words/zh-CN.ts");
    case "zh-TW":
      return import("./words/zh-TW.ts");
  }
}
