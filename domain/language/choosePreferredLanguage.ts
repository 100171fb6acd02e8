import { findLanguage } from "./findLanguage.ts";
import type { Language } from "./language.ts";

/** The first supported language of a browser's IETF tags, in order of preference; else English. */
export function choosePreferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = findLanguage(tag);
    if (language !== null) return language;
  }
  return "en";
}
