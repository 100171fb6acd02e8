import { LANGUAGES, type Language } from "./language.ts";

/** The language for a messenger's IETF tag: Chinese by script or region, the others by their prefix, else English. */
export function chooseLanguage(languageCode: string | null): Language {
  const tag = (languageCode ?? "").toLowerCase().replaceAll("_", "-");
  const [prefix] = tag.split("-");
  if (prefix === "zh") return /-(hant|tw|hk|mo)\b/.test(tag) ? "zh-TW" : "zh-CN";
  return LANGUAGES.find((language) => language === prefix) ?? "en";
}
