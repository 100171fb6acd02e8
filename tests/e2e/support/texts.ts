import { readFileSync } from "node:fs";
import i18next from "i18next";
import { chooseLanguage, type Language } from "#domain/language/language.ts";

const LOCALES = new URL("../../../locales/", import.meta.url);
const NAMESPACES = [
  "app",
  "envelope",
  "errors",
  "wallet",
  "copyTexts",
  "personal",
  "home",
  "about",
  "codes",
  "withdraw",
  "life",
  "privacy",
  "safety",
  "proof",
] as const;

/** The words that the app should show: a key with its namespace, and the values in it. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of a person whose messenger speaks `languageCode`. */
export async function createTranslate(languageCode: string): Promise<Translate> {
  const language = chooseLanguage(languageCode);
  const instance = i18next.createInstance();
  await instance.init({
    lng: language,
    resources: { [language]: Object.fromEntries(NAMESPACES.map((name) => [name, readTexts(language, name)])) },
    interpolation: { escapeValue: false },
  });
  return (key, values = {}) => {
    if (!instance.exists(key, values)) throw new Error(`no text ${key} in ${language}`);
    return instance.t(key, values);
  };
}

function readTexts(language: Language, namespace: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, LOCALES), "utf8")) as Record<string, string>;
}
