import i18next from "i18next";

import type { Language } from "#domain/language/language.ts";
import { loadTexts, showLanguage, startTexts } from "#src/i18n/texts.ts";

/** Shows every part of the texts in a language. */
export async function showTexts(language: Language): Promise<void> {
  if (!i18next.isInitialized) await startTexts();
  await loadTexts([
    "app",
    "errors",
    "envelope",
    "wallet",
    "copyTexts",
    "personal",
    "home",
    "about",
    "codes",
    "safety",
    "withdraw",
    "life",
  ]);
  await showLanguage(language);
}
