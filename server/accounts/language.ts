import type { components } from "#contract/schema.d.ts";
import type { Language } from "#server/http/language.ts";

/** A language as the wire and the database spell it. */
export type WireLanguage = components["schemas"]["Lang"];

const WIRE: Readonly<Record<Language, WireLanguage>> = {
  en: "en",
  es: "es",
  id: "id",
  km: "km",
  vi: "vi",
  "zh-CN": "zh_CN",
  "zh-TW": "zh_TW",
};
const LANGUAGES = Object.keys(WIRE) as Language[];

/** The spelling of the wire. Accepts either spelling; anything unknown is English. */
export function toWireLanguage(text: string): WireLanguage {
  return WIRE[toLanguage(text)];
}

/** The spelling of the folders in locales/. Accepts either spelling; anything unknown is English. */
export function toLanguage(text: string): Language {
  const wanted = text.replace("_", "-");
  return LANGUAGES.find((language) => language === wanted) ?? "en";
}

/** The language for a messenger's IETF tag: Chinese by script or region, the others by their prefix, else English. */
export function chooseLanguage(languageCode: string | null): WireLanguage {
  const tag = (languageCode ?? "").toLowerCase().replaceAll("_", "-");
  const [prefix] = tag.split("-");
  if (prefix === "zh") return /-(hant|tw|hk|mo)\b/.test(tag) ? "zh_TW" : "zh_CN";
  return WIRE[LANGUAGES.find((language) => language === prefix) ?? "en"];
}
