import { LANGUAGES, type Language } from "./language.ts";

/** A stored or served language in either spelling (`zh_CN`, `zh-cn`); English for anything unknown. */
export function toLanguage(text: string): Language {
  const wanted = text.toLowerCase().replace("_", "-");
  return LANGUAGES.find((language) => language.toLowerCase() === wanted) ?? "en";
}
