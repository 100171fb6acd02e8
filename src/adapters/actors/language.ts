import { fromPromise } from "xstate";

import type { Language } from "#domain/language/language.ts";
import type { ActorsOf } from "#machines/kit/provide.ts";
import type { languageMachine, StoredLanguage } from "#machines/language/language.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { AppStorage } from "#src/adapters/storage.ts";
import { withTimeout } from "#src/adapters/withTimeout.ts";

/** The part of `window` that says which language to show outside the messenger. */
export interface LanguagePage {
  readonly location: { readonly href: string };
  readonly history: { readonly state: unknown; replaceState: (state: unknown, unused: string, url: URL) => void };
  readonly navigator: { readonly languages: readonly string[] };
}

/** Parameter of the payment link. */
const LINK_PARAMETER = "lang";

interface LanguageDeps {
  api: Api;
  storage: AppStorage;
  page: LanguagePage;
  /** Loads the texts and shows them. */
  showLanguage: (language: Language) => Promise<void>;
}

export function createLanguageActors({
  api,
  storage,
  page,
  showLanguage,
}: LanguageDeps): ActorsOf<typeof languageMachine> {
  return {
    readStored: fromPromise<StoredLanguage, undefined>(async () => ({
      language: storage.read("language"),
      isChosenHere: storage.read("hasChosenLanguage") === "1",
      linked: new URL(page.location.href).searchParams.get(LINK_PARAMETER),
      browserTags: [...page.navigator.languages],
    })),
    saveStored: fromPromise(({ input }) => {
      storage.write("language", input.language);
      storage.write("hasChosenLanguage", "1");
      putInLink(page, input.language);
      return Promise.resolve(null);
    }),
    applyLanguage: fromPromise(async ({ input }) => {
      await withTimeout(showLanguage(input.language));
      return null;
    }),
    fetchLanguage: fromPromise(async ({ signal }) => {
      const { lang } = await api.get("/v1/user/lang", {}, signal);
      return lang;
    }),
    saveOnServer: fromPromise(async ({ input, signal }) => {
      await api.post("/v1/user/lang", { lang: input.language }, signal);
      return null;
    }),
  };
}

/** A reload of a page that was opened in the sender's language keeps the choice made on it. */
function putInLink({ location, history }: LanguagePage, language: Language): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(LINK_PARAMETER)) return;
  url.searchParams.set(LINK_PARAMETER, language);
  history.replaceState(history.state, "", url);
}
