import i18next from "i18next";

import type { Language } from "#domain/language/language.ts";
import { loadTexts, type Namespace, showLanguage, startTexts } from "#src/i18n/texts.ts";

/** A part that is missing here would show its keys instead of its texts. */
const ALL: Readonly<Record<Namespace, true>> = {
  app: true,
  errors: true,
  envelope: true,
  wallet: true,
  copyTexts: true,
  personal: true,
  home: true,
  about: true,
  privacy: true,
  codes: true,
  safety: true,
  withdraw: true,
  life: true,
};

/** Shows every part of the texts in a language. */
export async function showTexts(language: Language): Promise<void> {
  if (!i18next.isInitialized) await startTexts();
  // The keys are those of the type.
  await loadTexts(Object.keys(ALL) as Namespace[]);
  await loadProofTexts(language);
  await showLanguage(language);
}

/** What tells of a draw's check loads its own texts, and would be looked at before they are there. */
async function loadProofTexts(language: Language): Promise<void> {
  const texts = (await import(`../locales/${language}/proof.json`)) as { default: object };
  i18next.addResourceBundle(language, "proof", texts.default);
}
