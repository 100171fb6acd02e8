import { assign, emit, sendParent, setup } from "xstate";
import { chooseLanguage, choosePreferredLanguage, type Language, toLanguage } from "#domain/language/language.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, failureActions, readOutput } from "../kit/request.ts";

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

const languageSetup = setup({
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
    wantStored: assign(({ context }, { output }: { output: StoredLanguage }) => ({
      wanted: chooseStart(context, output),
      ownLanguage: chooseOwn(context, output),
      isChosenHere: output.isChosenHere,
    })),
    wantMessengers: assign(({ context: { languageCode } }) => ({
      wanted: chooseLanguage(languageCode),
      ownLanguage: chooseLanguage(languageCode),
    })),
    markChosenHere: assign({ isChosenHere: true }),
    useWanted: assign(({ context }) => ({ language: context.wanted, failure: null })),
    ...failureActions,
    markLoggedIn: assign((_, { lang }: { lang: string | null }) => ({
      isLoggedIn: true,
      serverLanguage: lang === null ? null : toLanguage(lang),
    })),
    setServerLanguage: assign(({ context }, { lang }: { lang: string }) => ({
      serverLanguage: context.isLoggedIn ? toLanguage(lang) : null,
    })),
    tell: emit((_, event: LanguageEmitted) => event),
  },
  delays: { savedShown: 3_000 },
});

/** Keeps the login, and the language that it brought. */
const markLoggedIn = {
  type: "markLoggedIn",
  params: ({ event }: { event: { lang: string | null } }) => event,
} as const;

/** Puts the texts of the wanted language on the screen. */
const applyWanted = {
  id: "applyLanguage",
  src: "applyLanguage",
  input: ({ context }: { context: { wanted: Language } }) => ({ language: context.wanted }),
} as const;

/** Reads what an earlier visit chose, and what the link and the browser say. */
function readStored<const Id extends string, const Target extends string>(id: Id, target: Target) {
  return {
    id,
    src: "readStored",
    onDone: {
      target,
      actions: { type: "wantStored", params: readOutput<StoredLanguage> },
      description: "That of an earlier visit, or the one that the person came with.",
    },
    onError: {
      target,
      actions: "wantMessengers",
      description: "Storage cannot be read: the messenger's language.",
    },
  } as const;
}

/** Saves the language on the screen on the server. */
const saveShown = {
  id: "saveOnServer",
  src: "saveOnServer",
  input: ({ context }: { context: { language: Language } }) => ({ language: context.language }),
} as const;

const markSaved = {
  type: "setServerLanguage",
  params: ({ context }: { context: { language: Language } }) => ({ lang: context.language }),
} as const;

interface Start {
  event: { isInMessenger: boolean; languageCode: string | null };
}

const setPlace = {
  type: "setPlace",
  params: ({ event: { isInMessenger, languageCode } }: Start) => ({ isInMessenger, languageCode }),
} as const;

/** A messenger that answers late: what was taken for a browser is inside of it. */
const isLate = { type: "isLate", params: ({ event }: Start) => event } as const;

const tellChanged = { type: "tell", params: { type: "language.changed" } } as const;

export const languageMachine = languageSetup.createMachine({
  id: "language",
  description: "The language on the screen: found at the start, then chosen in the picker.",
  context: {
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
  },
  initial: "idle",
  on: {
    "language.loggedIn": {
      actions: markLoggedIn,
      description: "There is a session; it is taken into account once a language is shown and the picker is closed.",
    },
    "language.loggedOut": {
      actions: assign({ isLoggedIn: false, serverLanguage: null }),
      description: "There is no session any more.",
    },
    "language.start": {
      guard: isLate,
      actions: [setPlace, assign({ ownLanguage: ({ context }) => chooseLanguage(context.languageCode) })],
      description: "The messenger answers while the user chooses: the choice goes on, and its language is offered.",
    },
  },
  states: {
    idle: {
      description: "English until the start.",
      on: {
        "language.start": {
          target: "reading",
          actions: setPlace,
          description: "Whether the app is inside the messenger is known, and the messenger's language.",
        },
      },
    },
    reading: {
      description: "The language to start with is found.",
      initial: "stored",
      on: {
        "language.start": {
          guard: isLate,
          target: "reading",
          reenter: true,
          actions: setPlace,
          description: "The messenger answers after all.",
        },
      },
      states: {
        stored: {
          description: "What the link, an earlier visit and the browser say is read.",
          invoke: readStored("readStored", "applying"),
        },
        applying: {
          description: "Its texts are loaded.",
          invoke: {
            ...applyWanted,
            onDone: { target: "#language.shown", actions: "useWanted", description: "On the screen." },
            onError: failTo({ target: "#language.failed", description: "The texts could not be loaded." }),
          },
        },
      },
    },
    failed: {
      description: "There are no texts yet.",
      on: {
        "language.start": {
          guard: isLate,
          target: "reading",
          actions: setPlace,
          description: "The messenger answers after all.",
        },
        "ui.retry": { target: "reading.applying", description: "The user tries again." },
      },
    },
    shown: {
      description: "A language is on the screen, and the picker is closed.",
      initial: "sorting",
      on: {
        "ui.openPicker": {
          target: "picking",
          actions: assign({ picked: ({ context }) => context.language }),
          description: "The user opens the picker.",
        },
        "language.loggedIn": {
          target: ".sorting",
          actions: markLoggedIn,
          description: "The server's language and the one on the screen become one.",
        },
        "language.start": {
          guard: isLate,
          target: ".finding",
          actions: setPlace,
          description: "The messenger answers after all: its language is looked for.",
        },
      },
      states: {
        sorting: {
          description: "What the server is to know, or may know better.",
          always: [
            { guard: "mustUpload", target: "uploading", description: "The choice made here goes to the server." },
            {
              guard: "isOtherOnServer",
              target: "applying",
              actions: assign({ wanted: ({ context }) => context.serverLanguage ?? context.wanted }),
              description: "The server knows another language.",
            },
            { guard: "mustFetch", target: "fetching", description: "The server may know better." },
            { target: "ready", description: "Nobody is logged in, or the server knows the same." },
          ],
        },
        finding: {
          description: "What an earlier visit chose is read again, now inside the messenger.",
          invoke: readStored("readAgain", "comparing"),
        },
        comparing: {
          description: "Whether that is another language than the one on the screen.",
          always: [
            { guard: "isOtherWanted", target: "applying", description: "It is." },
            { target: "sorting", description: "It is shown already." },
          ],
        },
        ready: { description: "Nothing is to be done." },
        fetching: {
          description: "The user's language is read from the server.",
          invoke: {
            id: "fetchLanguage",
            src: "fetchLanguage",
            onDone: {
              target: "sorting",
              actions: { type: "setServerLanguage", params: ({ event }) => ({ lang: event.output }) },
              description: "The server knows one.",
            },
            onError: { target: "ready", description: "The server does not say; the language stays." },
          },
        },
        applying: {
          description: "The texts of the server's language, or of the messenger's, are loaded.",
          invoke: {
            ...applyWanted,
            onDone: { target: "ready", actions: ["useWanted", tellChanged], description: "On the screen." },
            onError: { target: "ready", description: "The texts could not be loaded; the language stays." },
          },
        },
        uploading: {
          description: "A choice made before the login is saved on the server; nothing shows of it.",
          invoke: {
            ...saveShown,
            onDone: { target: "ready", actions: markSaved, description: "Saved." },
            onError: { target: "ready", description: "Not saved; the next login tries again." },
          },
        },
        saved: {
          description: "The choice is kept.",
          entry: { type: "tell", params: { type: "toast.show", tone: "success", labelKey: "app:yesLang" } },
          after: {
            savedShown: { target: "sorting", description: "The success has been seen; a login may have come." },
          },
        },
        unswitched: {
          description: "The choice could not be loaded or saved.",
          entry: { type: "tell", params: { type: "toast.show", tone: "error", labelKey: "app:language.failed" } },
        },
      },
    },
    picking: {
      description: "The picker is open.",
      on: {
        "ui.pick": {
          actions: assign({ picked: ({ event }) => event.language }),
          description: "The user marks a language.",
        },
        "ui.confirm": [
          {
            guard: "isOtherPicked",
            target: "switching",
            actions: assign({ wanted: ({ context }) => context.picked }),
            description: "The user wants another language.",
          },
          { target: "shown", description: "The user keeps the language." },
        ],
        "ui.cancel": { target: "shown", description: "The user closes the picker." },
      },
    },
    switching: {
      description: "The chosen language is being switched to; the loading toast shows.",
      initial: "applying",
      states: {
        applying: {
          description: "Its texts are loaded.",
          invoke: {
            ...applyWanted,
            onDone: {
              target: "storing",
              actions: ["useWanted", "markChosenHere", tellChanged],
              description: "On the screen.",
            },
            onError: {
              target: "#language.shown.unswitched",
              description: "The texts could not be loaded; the language stays.",
            },
          },
        },
        storing: {
          description: "The choice is kept on this device.",
          invoke: {
            id: "saveStored",
            src: "saveStored",
            input: ({ context }) => ({ language: context.language }),
            onDone: [
              { guard: "isLoggedIn", target: "saving", description: "It is saved on the server as well." },
              { target: "#language.shown.saved", description: "Nobody is logged in." },
            ],
            onError: [
              { guard: "isLoggedIn", target: "saving", description: "Storage is denied; it is saved on the server." },
              {
                target: "#language.shown.saved",
                description: "Storage is denied; the choice lasts as long as the page.",
              },
            ],
          },
        },
        saving: {
          description: "The choice is saved on the server.",
          invoke: {
            ...saveShown,
            onDone: { target: "#language.shown.saved", actions: markSaved, description: "Saved." },
            onError: {
              target: "#language.shown.unswitched",
              description: "On the screen; it is saved after the picker was open again, or by the next login.",
            },
          },
        },
      },
    },
  },
});

/** For the root, which hears as events what the chart tells. */
export function createLanguageService(actors: NonNullable<Parameters<typeof languageMachine.provide>[0]["actors"]>) {
  return languageMachine.provide({ actors, actions: { tell: sendParent((_, event) => event) } });
}
