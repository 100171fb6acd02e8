import { LANGUAGES, type Language } from "./language.ts";

/** Parses a language in either spelling and any case (`zh_CN`, `zh-cn`); English for anything unknown. */
export function toLanguage(text: string): Language {
  const wanted = text.toLowerCase().replace("_", "-");
  return LANGUAGES.find((language) => language.toLowerCase() === wanted) ?? "en";
}
