import { LANGUAGES, type Language } from "./language.ts";

/** The language of an IETF tag: Chinese by script or region, others by prefix; null for an unsupported one. */
export function findLanguage(languageTag: string): Language | null {
  const tag = languageTag.toLowerCase().replaceAll("_", "-");
  const [prefix] = tag.split("-");
  if (prefix === "zh") return /-(hant|tw|hk|mo)\b/.test(tag) ? "zh-TW" : "zh-CN";
  return LANGUAGES.find((language) => language === prefix) ?? null;
}
