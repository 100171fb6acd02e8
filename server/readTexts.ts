import { readFileSync } from "node:fs";
import { LANGUAGES, type Language } from "#domain/language/language.ts";

/** The texts of `locales/<language>/<name>.json` in every language; all have the shape of the English ones. */
export function readTexts<Texts>(name: string): Readonly<Record<Language, Texts>> {
  const all = LANGUAGES.map((language) => {
    const file = new URL(`../locales/${language}/${name}.json`, import.meta.url);
    return [language, JSON.parse(readFileSync(file, "utf8")) as Texts] as const;
  });
  return Object.fromEntries(all) as Record<Language, Texts>;
}
