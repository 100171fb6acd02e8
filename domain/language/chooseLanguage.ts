import { findLanguage } from "./findLanguage.ts";
import type { Language } from "./language.ts";

/** The language for a messenger's IETF tag; English for an unsupported one. */
export function chooseLanguage(languageCode: string | null): Language {
  return findLanguage(languageCode ?? "") ?? "en";
}
