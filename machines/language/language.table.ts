import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { LanguageContext, LanguageEvent, StoredLanguage } from "./language.setup.ts";

export interface LanguageShape {
  context: LanguageContext;
  event: LanguageEvent;
  outputs: {
    readStored: StoredLanguage;
    saveStored: null;
    applyLanguage: null;
    fetchLanguage: string;
    saveOnServer: null;
  };
}

/** SPEC.md 4 for the spellings that the samples use: underscores to hyphens, English for the unknown. */
const SPELLED: Readonly<Record<string, LanguageContext["language"]>> = {
  zh_CN: "zh-CN",
  "zh-CN": "zh-CN",
  vi: "vi",
  en: "en",
  xx: "en",
  zh_TW: "zh-TW",
};
/** PRODUCT.md 7 for the messenger's tags that the samples use. */
const MESSENGERS: Readonly<Record<string, LanguageContext["language"]>> = { "zh-hant": "zh-TW", none: "en" };

const spell = (text: string): LanguageContext["language"] => SPELLED[text] ?? "km";
const spellMessengers = ({ languageCode }: LanguageContext): LanguageContext["language"] =>
  MESSENGERS[languageCode ?? "none"] ?? "km";

const spellStored = ({ language }: StoredLanguage) => (language === null ? null : spell(language));
const spellLinked = ({ linked }: StoredLanguage) => (linked === null ? null : spell(linked));
/** PRODUCT.md 7 for the browsers' tags that the samples use. */
const spellBrowsers = ({ browserTags }: StoredLanguage): LanguageContext["language"] =>
  browserTags.includes("es-MX") ? "es" : "en";

const spellServed = (lang: string | null) => (lang === null ? null : spell(lang));
const isLoggedIn = (before: LanguageContext): boolean => before.isLoggedIn;
const mustFetch = (before: LanguageContext): boolean => before.isLoggedIn && before.serverLanguage === null;
const mustUpload = (before: LanguageContext): boolean =>
  before.isLoggedIn && before.isChosenHere && before.serverLanguage !== before.language;
const markSaved = ({ isLoggedIn, language }: LanguageContext): Partial<LanguageContext> => ({
  serverLanguage: isLoggedIn ? language : null,
});
const useWanted = (before: LanguageContext): Partial<LanguageContext> => ({ language: before.wanted, failure: null });
const setFailure = (_: LanguageContext, { error }: { error: unknown }): Partial<LanguageContext> => ({
  failure: toFailure(error),
});
const pickPresent = (before: LanguageContext): Partial<LanguageContext> => ({ picked: before.language });

const markLoggedIn = (_: LanguageContext, { lang }: { lang: string | null }): Partial<LanguageContext> => ({
  isLoggedIn: true,
  serverLanguage: spellServed(lang),
});

const SWITCH = {
  guard: "isOtherPicked",
  when: (before: LanguageContext) => before.picked !== before.language,
  target: "switching",
  changes: (before: LanguageContext) => ({ wanted: before.picked }),
};

const FAILED = () => [{ type: "toast.show", tone: "error", labelKey: "app:language.failed" }];
const CHANGED = ["language.changed"];
const SAVED = () => [{ type: "toast.show", tone: "success", labelKey: "app:yesLang" }];

/** SPEC.md 1, 2, 4, 9 and PRODUCT.md 7: the choice made here wins and is saved on the server when logged in. */
export const languageTable: TransitionTable<LanguageShape> = {
  delaysMs: { savedShown: 3_000 },
  asks: {
    applyLanguage: ({ wanted }) => ({ language: wanted }),
    saveStored: ({ language }) => ({ language }),
    saveOnServer: ({ language }) => ({ language }),
  },
  context: () => ({
    language: "en",
    wanted: "en",
    picked: "en",
    languageCode: null,
    ownLanguage: "en",
    isInMessenger: false,
    isChosenHere: false,
    isLoggedIn: false,
    serverLanguage: null,
    failure: null,
  }),
  states: {
    "(machine)": {
      initial: "idle",
      "language.loggedIn": { changes: markLoggedIn },
      "language.loggedOut": { changes: { isLoggedIn: false, serverLanguage: null } },
    },
    idle: {
      "language.start": {
        target: "reading",
        changes: (_, { isInMessenger, languageCode }) => ({ isInMessenger, languageCode }),
      },
    },
    reading: { initial: "reading.stored" },
    "reading.stored": {
      "done(readStored)": {
        target: "reading.applying",
        changes: (before, { output }) => ({
          wanted: before.isInMessenger
            ? (spellStored(output) ?? spellMessengers(before))
            : (spellLinked(output) ?? spellStored(output) ?? spellBrowsers(output)),
          ownLanguage: before.isInMessenger ? spellMessengers(before) : (spellLinked(output) ?? spellBrowsers(output)),
          isChosenHere: output.isChosenHere,
        }),
      },
      "error(readStored)": {
        target: "reading.applying",
        changes: (before) => ({ wanted: spellMessengers(before), ownLanguage: spellMessengers(before) }),
      },
    },
    "reading.applying": {
      "done(applyLanguage)": { target: "shown", changes: useWanted },
      "error(applyLanguage)": { target: "failed", changes: setFailure },
    },
    failed: { "ui.retry": { target: "reading.applying" } },
    shown: {
      initial: "shown.sorting",
      "ui.openPicker": { target: "picking", changes: pickPresent },
      "language.loggedIn": { target: "shown.sorting", changes: markLoggedIn },
    },
    "shown.sorting": {
      always: [
        { guard: "mustUpload", when: mustUpload, target: "shown.uploading" },
        {
          guard: "isOtherOnServer",
          when: ({ serverLanguage, language }) => serverLanguage !== null && serverLanguage !== language,
          target: "shown.applying",
          changes: (before) => ({ wanted: before.serverLanguage ?? before.wanted }),
        },
        { guard: "mustFetch", when: mustFetch, target: "shown.fetching" },
        { target: "shown.ready" },
      ],
    },
    "shown.ready": {},
    "shown.fetching": {
      "done(fetchLanguage)": {
        target: "shown.sorting",
        changes: (before, { output }) => ({ serverLanguage: before.isLoggedIn ? spell(output) : null }),
      },
      "error(fetchLanguage)": { target: "shown.ready" },
    },
    "shown.applying": {
      "done(applyLanguage)": { target: "shown.ready", changes: useWanted, emits: CHANGED },
      "error(applyLanguage)": { target: "shown.ready" },
    },
    "shown.uploading": {
      "done(saveOnServer)": { target: "shown.ready", changes: markSaved },
      "error(saveOnServer)": { target: "shown.ready" },
    },
    "shown.saved": { "after(savedShown)": { target: "shown.sorting" } },
    "shown.unswitched": { "ui.retry": { target: "switching" } },
    picking: {
      "ui.pick": { changes: (_, event) => ({ picked: event.language }) },
      "ui.confirm": [SWITCH, { target: "shown" }],
      "ui.cancel": { target: "shown" },
    },
    switching: { initial: "switching.applying" },
    "switching.applying": {
      "done(applyLanguage)": {
        target: "switching.storing",
        changes: (before) => ({ ...useWanted(before), isChosenHere: true }),
        emits: CHANGED,
      },
      "error(applyLanguage)": { target: "shown.unswitched", changes: setFailure, emits: FAILED },
    },
    "switching.storing": {
      "done(saveStored)": [
        { guard: "isLoggedIn", when: isLoggedIn, target: "switching.saving" },
        { target: "shown.saved", emits: SAVED },
      ],
      "error(saveStored)": [
        { guard: "isLoggedIn", when: isLoggedIn, target: "switching.saving" },
        { target: "shown.saved", emits: SAVED },
      ],
    },
    "switching.saving": {
      "done(saveOnServer)": { target: "shown.saved", changes: markSaved, emits: SAVED },
      "error(saveOnServer)": { target: "shown.unswitched", changes: setFailure, emits: FAILED },
    },
  },
};
