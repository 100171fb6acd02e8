import type { Language } from "#domain/language/language.ts";
import type { DrawBreach, DrawCheck, DrawDoubt } from "#domain/draw/drawReport.ts";
import en from "#locales/en/proof.json" with { type: "json" };
import es from "#locales/es/proof.json" with { type: "json" };
import id from "#locales/id/proof.json" with { type: "json" };
import km from "#locales/km/proof.json" with { type: "json" };
import vi from "#locales/vi/proof.json" with { type: "json" };
import simplified from "#locales/zh-CN/proof.json" with { type: "json" };
import traditional from "#locales/zh-TW/proof.json" with { type: "json" };

type Texts = typeof en;

const TEXTS: Readonly<Record<Language, Texts>> = {
  en,
  es,
  id,
  km,
  vi,
  "zh-CN": simplified,
  "zh-TW": traditional,
};

export type TextKey =
  | `proof:page.${keyof Texts["page"]}`
  | `proof:check.${DrawCheck}`
  | `proof:breach.${DrawBreach}`
  | `proof:doubt.${DrawDoubt}`;

/** The texts of a language. */
export type Write = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export function createTexts(language: Language): Write {
  const parts: Readonly<Record<string, Readonly<Record<string, string>>>> = TEXTS[language];
  return (key, values = {}) => {
    const [part = "", name = ""] = key.slice(key.indexOf(":") + 1).split(".");
    const text = parts[part]?.[name] ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => values[value] ?? "");
  };
}
