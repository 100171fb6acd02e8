import type { SnapshotFrom } from "xstate";

import type { Language } from "#domain/language/language.ts";
import { languageMachine } from "#machines/language/language.machine.ts";

/** The language service with the texts of a language on the screen. */
export function standInLanguage(language: Language): SnapshotFrom<typeof languageMachine> {
  return languageMachine.resolveState({
    value: { shown: "ready" },
    context: {
      language,
      wanted: language,
      picked: language,
      languageCode: language,
      ownLanguage: language,
      isInMessenger: true,
      isChosenHere: false,
      isLoggedIn: true,
      serverLanguage: language,
      failure: null,
    },
  });
}
