/** Every language of the product, as BCP 47 tags and names of folders in locales/. */
export const LANGUAGES = ["en", "es", "id", "km", "vi", "zh-CN", "zh-TW"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the language picker offers (SPEC section 1), in its order. */
export const OFFERED_LANGUAGES = ["zh-CN", "zh-TW", "en", "vi", "km"] as const satisfies readonly Language[];

export const DEFAULT_LANGUAGE: Language = "en";

/** Accepts `zh_CN`, `zh-cn`, `ZH-CN`; what is none of ours becomes the default. */
export function toLanguage(text: string | null): Language {
  const tag = (text ?? "").replaceAll("_", "-").toLowerCase();
  return LANGUAGES.find((language) => language.toLowerCase() === tag) ?? DEFAULT_LANGUAGE;
}
