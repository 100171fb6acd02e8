import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";

/** A language in the spelling of the wire and the database. */
type WireLanguage = components["schemas"]["Lang"];

const WIRE: Readonly<Record<Language, WireLanguage>> = {
  en: "en",
  es: "es",
  id: "id",
  km: "km",
  vi: "vi",
  "zh-CN": "zh_CN",
  "zh-TW": "zh_TW",
};

/** Converts either spelling to the wire's. An unknown language becomes English. */
export function toWireLanguage(text: string): WireLanguage {
  return WIRE[toLanguage(text)];
}
