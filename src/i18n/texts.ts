import i18next from "i18next";
import { initReactI18next } from "react-i18next";

import { LANGUAGES, type Language } from "#domain/language/language.ts";

/** Parts of the texts: files in locales/<language>/ that the app reads. `app` comes with the language. */
export type Namespace =
  | "app"
  | "errors"
  | "envelope"
  | "wallet"
  | "copyTexts"
  | "personal"
  | "home"
  | "about"
  | "privacy"
  | "safety"
  | "codes"
  | "withdraw"
  | "life";

/** Replaces a part that a language lacks. */
const DEFAULT_LANGUAGE: Language = "en";

interface Texts {
  app: object;
  /** The later parts of its texts, by file name. Each part is a chunk of its own. */
  later: Readonly<Partial<Record<string, () => Promise<{ default: object }>>>>;
}

/** Each language is a chunk of its own, which alone knows its later parts. */
const languages = import.meta.glob<Texts>("./languages/*.ts");

const wanted = new Set<Namespace>(["app"]);

/** A part that a language lacks comes in English. */
async function loadPart(language: string, namespace: Namespace): Promise<object> {
  const load = languages[`./languages/${language}.ts`];
  if (load === undefined) return loadPart(DEFAULT_LANGUAGE, namespace);
  const { app, later } = await load();
  if (namespace === "app") return app;
  const loadLater = later[`./${namespace}.json`];
  if (loadLater !== undefined) return (await loadLater()).default;
  return language === DEFAULT_LANGUAGE ? {} : loadPart(DEFAULT_LANGUAGE, namespace);
}

/** Repeats until nothing is missing: a screen may have asked for further parts meanwhile. */
async function loadParts(language: string): Promise<void> {
  for (;;) {
    const missing = [...wanted].filter((namespace) => !i18next.hasResourceBundle(language, namespace));
    if (missing.length === 0) return;
    const parts = await Promise.all(missing.map((namespace) => loadPart(language, namespace)));
    for (const [index, namespace] of missing.entries()) {
      i18next.addResourceBundle(language, namespace, parts[index]);
    }
  }
}

/** Prepares i18next. Texts come with `showLanguage`. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    lng: DEFAULT_LANGUAGE,
    fallbackLng: false,
    supportedLngs: [...LANGUAGES],
    ns: [],
    defaultNS: "app",
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/** Loads every part in use in a language and then shows it. Rejects, with nothing changed, where a part cannot be loaded. */
export async function showLanguage(language: Language): Promise<void> {
  await loadParts(language);
  await i18next.changeLanguage(language);
  // The same again would have the browser compute every style anew.
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
}

/** Loads further parts before a screen that needs them is shown, also in a language that is shown meanwhile. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  let language: string;
  do {
    language = i18next.language;
    await loadParts(language);
  } while (language !== i18next.language);
}
