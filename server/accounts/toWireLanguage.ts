import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";

/** A language as the wire and the database spell it. */
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

/** The spelling of the wire. Accepts either spelling; anything unknown is English. */
export function toWireLanguage(text: string): WireLanguage {
  return WIRE[toLanguage(text)];
}
