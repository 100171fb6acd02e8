import { assign, emit, setup } from "xstate";
import { chooseLanguage } from "#domain/language/chooseLanguage.ts";
import { choosePreferredLanguage } from "#domain/language/choosePreferredLanguage.ts";
import type { Language } from "#domain/language/language.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failureActions } from "../kit/request.ts";

export interface StoredLanguage {
  /** In either spelling; null: none. */
  language: string | null;
  /** `selectLangAction` is '1': the choice was made on this device and wins over the server's. */
  isChosenHere: boolean;
  /** `?lang=` of the payment link, which is in its sender's language; null: none. */
  linked: string | null;
  /** What the browser prefers, as IETF tags in its order. */
  browserTags: readonly string[];
}

export interface LanguageContext {
  /** The language on the screen. */
  language: Language;
  /** The language being loaded, or asked for last. */
  wanted: Language;
  /** The language marked in the picker. */
  picked: Language;
  /** The messenger's own language, as an IETF tag. */
  languageCode: string | null;
  /** The language that the person came with, of the messenger, the link or the browser; the picker offers it. */
  ownLanguage: Language;
  isInMessenger: boolean;
  isChosenHere: boolean;
  isLoggedIn: boolean;
  /** What the server has: brought by the login, read from it or saved there; null: not known, or nobody is logged in. */
  serverLanguage: Language | null;
  failure: Failure | null;
}

export type LanguageEvent =
  | { type: "language.start"; isInMessenger: boolean; languageCode: string | null }
  /** `lang`: the server's, spelled as on the wire; null: it has to be asked for. */
  | { type: "language.loggedIn"; lang: string | null }
  | { type: "language.loggedOut" }
  | { type: "ui.openPicker" }
  | { type: "ui.pick"; language: Language }
  | { type: "ui.confirm" }
  | { type: "ui.cancel" }
  | { type: "ui.retry" };

export type LanguageEmitted =
  | { type: "toast.show"; tone: "success" | "error"; labelKey: string }
  /** Another language is on the screen: what came in the one before has to be read again. */
  | { type: "language.changed" };

/** The language that the person came with. */
function chooseOwn(
  { isInMessenger, languageCode }: LanguageContext,
  { linked, browserTags }: StoredLanguage,
): Language {
  if (isInMessenger) return chooseLanguage(languageCode);
  return linked === null ? choosePreferredLanguage(browserTags) : toLanguage(linked);
}

/** Outside the messenger the link decides, then an earlier choice, then the browser. */
function chooseStart(context: LanguageContext, stored: StoredLanguage): Language {
  const hasLinked = !context.isInMessenger && stored.linked !== null;
  return stored.language === null || hasLinked ? chooseOwn(context, stored) : toLanguage(stored.language);
}

export const languageSetup = setup({
  types: {
    context: {} as LanguageContext,
    events: {} as LanguageEvent,
    emitted: {} as LanguageEmitted,
  },
  actors: {
    readStored: provideActor<StoredLanguage>("language.readStored"),
    /** Keeps a choice made here: language and `selectLangAction` '1'. */
    saveStored: provideActor<null, { language: Language }>("language.saveStored"),
    /** Loads the texts and puts them on the screen. */
    applyLanguage: provideActor<null, { language: Language }>("language.applyLanguage"),
    /** The server's `data.lang`, spelled as on the wire. */
    fetchLanguage: provideActor<string>("language.fetchLanguage"),
    saveOnServer: provideActor<null, { language: Language }>("language.saveOnServer"),
  },
  guards: {
    isLoggedIn: ({ context }) => context.isLoggedIn,
    mustFetch: ({ context }) => context.isLoggedIn && context.serverLanguage === null,
    mustUpload: ({ context }) =>
      context.isLoggedIn && context.isChosenHere && context.serverLanguage !== context.language,
    isOtherOnServer: ({ context }) => context.serverLanguage !== null && context.serverLanguage !== context.language,
    isLate: ({ context }, params: { isInMessenger: boolean }) => params.isInMessenger && !context.isInMessenger,
    isOtherWanted: ({ context }) => context.wanted !== context.language,
    isOtherPicked: ({ context }) => context.picked !== context.language,
  },
  actions: {
    setPlace: assign((_, place: Pick<LanguageContext, "isInMessenger" | "languageCode">) => place),
    wantStored: assign(({ context }, { stored }: { stored: StoredLanguage }) => ({
      wanted: chooseStart(context, stored),
      ownLanguage: chooseOwn(context, stored),
      isChosenHere: stored.isChosenHere,
    })),
    wantMessengers: assign(({ context: { languageCode } }) => ({
      wanted: chooseLanguage(languageCode),
      ownLanguage: chooseLanguage(languageCode),
    })),
    offerMessengers: assign(({ context: { languageCode } }) => ({ ownLanguage: chooseLanguage(languageCode) })),
    wantServerLanguage: assign(({ context }) => ({ wanted: context.serverLanguage ?? context.wanted })),
    wantPicked: assign(({ context }) => ({ wanted: context.picked })),
    useWanted: assign(({ context }) => ({ language: context.wanted, failure: null })),
    markChosenHere: assign({ isChosenHere: true }),
    pickPresent: assign(({ context }) => ({ picked: context.language })),
    setPicked: assign((_, { language }: { language: Language }) => ({ picked: language })),
    ...failureActions,
    markLoggedIn: assign((_, { lang }: { lang: string | null }) => ({
      isLoggedIn: true,
      serverLanguage: lang === null ? null : toLanguage(lang),
    })),
    setServerLanguage: assign(({ context }, { lang }: { lang: string }) => ({
      serverLanguage: context.isLoggedIn ? toLanguage(lang) : null,
    })),
    markLoggedOut: assign({ isLoggedIn: false, serverLanguage: null }),
    tell: emit((_, event: LanguageEmitted) => event),
  },
  delays: { savedShown: 3_000 },
});
