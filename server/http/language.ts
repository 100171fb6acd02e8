/** The languages of locales/, in the spelling of its folders. */
export const LANGUAGES = ["en", "es", "id", "km", "vi", "zh-CN", "zh-TW"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language that a `language` header asks for, in any case, with hyphen or underscore; en for anything unknown. */
export function readLanguage(header: string | undefined): Language {
  const wanted = header?.toLowerCase().replace("_", "-");
  return LANGUAGES.find((language) => language.toLowerCase() === wanted) ?? "en";
}
