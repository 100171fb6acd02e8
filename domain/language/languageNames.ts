import type { Language } from "./language.ts";

/** Names of languages in themselves: the one text that is never translated. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  id: "Bahasa Indonesia",
  km: "ខ្មែរ",
  vi: "Tiếng Việt",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};
