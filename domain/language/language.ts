/** The product's languages, spelled as the folders of locales/. */
export const LANGUAGES = ["en", "es", "id", "km", "vi", "zh-CN", "zh-TW"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages of the selector, in its order (SPEC.md 1). */
export const SELECTABLE_LANGUAGES = ["zh-CN", "zh-TW", "en", "vi", "km"] as const satisfies readonly Language[];

/** The language of an IETF tag: Chinese by script or region, others by prefix; null for an unsupported one. */
function findLanguage(languageTag: string): Language | null {
  const tag = languageTag.toLowerCase().replaceAll("_", "-");
  const [prefix] = tag.split("-");
  if (prefix === "zh") return /-(hant|tw|hk|mo)\b/.test(tag) ? "zh-TW" : "zh-CN";
  return LANGUAGES.find((language) => language === prefix) ?? null;
}

/** The language for a messenger's IETF tag; English for an unsupported one. */
export function chooseLanguage(languageCode: string | null): Language {
  return findLanguage(languageCode ?? "") ?? "en";
}

/** The first supported language of a browser's IETF tags, in order of preference; else English. */
export function choosePreferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = findLanguage(tag);
    if (language !== null) return language;
  }
  return "en";
}

/** Parses a language in either spelling and any case (`zh_CN`, `zh-cn`); English for anything unknown. */
export function toLanguage(text: string): Language {
  const wanted = text.toLowerCase().replace("_", "-");
  return LANGUAGES.find((language) => language.toLowerCase() === wanted) ?? "en";
}
