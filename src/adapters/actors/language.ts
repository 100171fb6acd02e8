import { fromPromise } from "xstate";

import type { Language } from "#domain/language/language.ts";
import type { StoredLanguage } from "#machines/language/language.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { AppStorage } from "#src/adapters/storage.ts";

interface LanguageDeps {
  api: Api;
  storage: AppStorage;
  /** Loads the texts and shows them. */
  showLanguage: (language: Language) => Promise<void>;
}

/** The server's word on the language is an offer; the machine goes on without it. */
const QUIET = { isQuiet: true };

export function createLanguageActors({ api, storage, showLanguage }: LanguageDeps) {
  return {
    readStored: fromPromise<StoredLanguage, undefined>(() =>
      Promise.resolve({
        language: storage.read("language"),
        isChosenHere: storage.read("hasChosenLanguage") === "1",
      }),
    ),
    saveStored: fromPromise<null, { language: Language }>(({ input }) => {
      storage.write("language", input.language);
      storage.write("hasChosenLanguage", "1");
      return Promise.resolve(null);
    }),
    applyLanguage: fromPromise<null, { language: Language }>(async ({ input }) => {
      await showLanguage(input.language);
      return null;
    }),
    fetchLanguage: fromPromise<string, undefined>(async ({ signal }) => {
      const { lang } = await api.call((client) => client.GET("/v1/user/lang", { signal }), QUIET);
      return lang;
    }),
    saveOnServer: fromPromise<null, { language: Language }>(async ({ input, signal }) => {
      await api.call((client) => client.POST("/v1/user/lang", { body: { lang: input.language }, signal }), QUIET);
      return null;
    }),
  };
}
