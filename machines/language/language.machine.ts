import { assign, emit, setup } from "xstate";
import { chooseLanguage } from "#domain/language/chooseLanguage.ts";
import { choosePreferredLanguage } from "#domain/language/choosePreferredLanguage.ts";
import type { Language } from "#domain/language/language.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { keepFailure, keepTimeout } from "../requestFailure.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

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
  /** The server's language, where the login told it. */
  served: Language | null;
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

function spellServed(lang: string | null): Language | null {
  return lang === null ? null : toLanguage(lang);
}

/** The login is kept with what it told of the server's language. */
const markLoggedIn = {
  type: "markLoggedIn",
  params: ({ event }: { event: { lang: string | null } }) => ({ lang: event.lang }),
} as const;

export const languageSecrets: readonly string[] = [];

export const languageMachine = setup({
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
    isUnknown: (_, params: { lang: string | null }) => params.lang === null,
    isChosenHere: ({ context }) => context.isChosenHere,
    mustFetch: ({ context }) => context.isLoggedIn && context.served === null,
    mustUpload: ({ context }) => context.isLoggedIn && context.isChosenHere,
    isNews: ({ context }, params: { lang: string | null }) =>
      params.lang !== null && toLanguage(params.lang) !== context.language,
    isOtherServed: ({ context }) => context.served !== null && context.served !== context.wanted,
    isOtherPicked: ({ context }) => context.picked !== context.language,
  },
  actions: {
    keepPlace: assign((_, place: Pick<LanguageContext, "isInMessenger" | "languageCode">) => place),
    wantStored: assign(({ context }, { stored }: { stored: StoredLanguage }) => ({
      wanted: chooseStart(context, stored),
      ownLanguage: chooseOwn(context, stored),
      isChosenHere: stored.isChosenHere,
    })),
    wantMessengers: assign(({ context: { languageCode } }) => ({
      wanted: chooseLanguage(languageCode),
      ownLanguage: chooseLanguage(languageCode),
    })),
    wantServers: assign((_, { lang }: { lang: string }) => ({ wanted: toLanguage(lang) })),
    wantServed: assign(({ context }) => ({ wanted: context.served ?? context.wanted })),
    wantPicked: assign(({ context }) => ({ wanted: context.picked })),
    useWanted: assign(({ context }) => ({ language: context.wanted, failure: null })),
    markChosenHere: assign({ isChosenHere: true }),
    pickPresent: assign(({ context }) => ({ picked: context.language })),
    keepPicked: assign((_, { language }: { language: Language }) => ({ picked: language })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    markLoggedIn: assign((_, { lang }: { lang: string | null }) => ({ isLoggedIn: true, served: spellServed(lang) })),
    markLoggedOut: assign({ isLoggedIn: false, served: null }),
    emitChanged: emit({ type: "language.changed" }),
    emitFailedToast: emit({ type: "toast.show", tone: "error", labelKey: "app:language.failed" }),
    emitSavedToast: emit({ type: "toast.show", tone: "success", labelKey: "app:yesLang" }),
  },
  delays: { requestTimeout: REQUEST_TIMEOUT_MS, savedShown: 3_000 },
}).createMachine({
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
    served: null,
    failure: null,
  },
  initial: "idle",
  on: {
    "language.loggedIn": {
      actions: markLoggedIn,
      description: "There is a session; what is going on takes it into account.",
    },
    "language.loggedOut": { actions: "markLoggedOut", description: "There is no session any more." },
  },
  states: {
    idle: {
      description: "English until the start.",
      on: {
        "language.start": {
          target: "reading",
          actions: {
            type: "keepPlace",
            params: ({ event: { isInMessenger, languageCode } }) => ({ isInMessenger, languageCode }),
          },
          description: "Whether the app is inside the messenger is known, and the messenger's language.",
        },
      },
    },
    reading: {
      description: "The language to start with is found.",
      initial: "stored",
      states: {
        stored: {
          description: "What the link, an earlier visit and the browser say is read.",
          invoke: {
            id: "readStored",
            src: "readStored",
            onDone: {
              target: "applyingStored",
              actions: { type: "wantStored", params: ({ event }) => ({ stored: event.output }) },
              description: "Of the link, else stored, else of messenger or browser.",
            },
            onError: {
              target: "applyingStored",
              actions: "wantMessengers",
              description: "Storage cannot be read: the messenger's language.",
            },
          },
        },
        applyingStored: {
          description: "Its texts are loaded.",
          invoke: {
            id: "applyLanguage",
            src: "applyLanguage",
            input: ({ context }) => ({ language: context.wanted }),
            onDone: [
              {
                guard: "mustUpload",
                target: "#language.uploading",
                actions: "useWanted",
                description: "The choice made here goes to the server.",
              },
              {
                guard: "mustFetch",
                target: "server",
                actions: "useWanted",
                description: "The server may know better.",
              },
              {
                guard: "isOtherServed",
                target: "applyingServers",
                actions: ["useWanted", "wantServed"],
                description: "The login told another one.",
              },
              {
                target: "#language.ready",
                actions: "useWanted",
                description: "Nobody is logged in, or the login told the same.",
              },
            ],
            onError: {
              target: "#language.failed.starting",
              actions: keepFailure,
              description: "The texts could not be loaded.",
            },
          },
          after: {
            requestTimeout: {
              target: "#language.failed.starting",
              actions: keepTimeout,
              description: "The texts did not come in time.",
            },
          },
        },
        server: {
          description: "The user's language is read from the server.",
          invoke: {
            id: "fetchLanguage",
            src: "fetchLanguage",
            onDone: [
              {
                guard: { type: "isNews", params: ({ event }) => ({ lang: event.output }) },
                target: "applyingServers",
                actions: { type: "wantServers", params: ({ event }) => ({ lang: event.output }) },
                description: "The server knows another one.",
              },
              { target: "#language.ready", description: "It is the same." },
            ],
            onError: { target: "#language.ready", description: "The server does not say; the language stays." },
          },
          after: {
            requestTimeout: {
              target: "#language.ready",
              description: "The server does not say in time; the language stays.",
            },
          },
        },
        applyingServers: {
          description: "The texts of the server's language are loaded.",
          invoke: {
            id: "applyLanguage",
            src: "applyLanguage",
            input: ({ context }) => ({ language: context.wanted }),
            onDone: {
              target: "#language.ready",
              actions: ["useWanted", "emitChanged"],
              description: "On the screen.",
            },
            onError: { target: "#language.ready", description: "The texts could not be loaded; the language stays." },
          },
          after: {
            requestTimeout: {
              target: "#language.ready",
              description: "The texts did not come in time; the language stays.",
            },
          },
        },
      },
    },
    ready: {
      description: "A language is on the screen.",
      on: {
        "language.loggedIn": [
          {
            guard: "isChosenHere",
            target: "uploading",
            actions: markLoggedIn,
            description: "The choice made here goes to the server.",
          },
          {
            guard: { type: "isUnknown", params: ({ event }) => ({ lang: event.lang }) },
            target: "reading.server",
            actions: markLoggedIn,
            description: "The server may know another one.",
          },
          {
            guard: { type: "isNews", params: ({ event }) => ({ lang: event.lang }) },
            target: "reading.applyingServers",
            actions: [markLoggedIn, "wantServed"],
            description: "The login tells another one.",
          },
          { actions: markLoggedIn, description: "The login tells the same." },
        ],
        "ui.openPicker": { target: "picking", actions: "pickPresent", description: "The user opens the picker." },
      },
    },
    uploading: {
      description: "A choice made before the login is saved on the server; nothing shows of it.",
      invoke: {
        id: "saveOnServer",
        src: "saveOnServer",
        input: ({ context }) => ({ language: context.language }),
        onDone: { target: "ready", description: "Saved." },
        onError: { target: "ready", description: "Not saved; the next login tries again." },
      },
      after: { requestTimeout: { target: "ready", description: "Not saved in time; the next login tries again." } },
      on: { "ui.openPicker": { target: "picking", actions: "pickPresent", description: "The user opens the picker." } },
    },
    picking: {
      description: "The picker is open.",
      on: {
        "ui.pick": {
          actions: { type: "keepPicked", params: ({ event }) => ({ language: event.language }) },
          description: "The user marks a language.",
        },
        "ui.confirm": [
          {
            guard: "isOtherPicked",
            target: "switching",
            actions: "wantPicked",
            description: "The user wants another language.",
          },
          { target: "ready", description: "The user keeps the language." },
        ],
        "ui.cancel": { target: "ready", description: "The user closes the picker." },
      },
    },
    switching: {
      description: "The chosen language is being switched to; the loading toast shows.",
      initial: "applying",
      states: {
        applying: {
          description: "Its texts are loaded.",
          invoke: {
            id: "applyLanguage",
            src: "applyLanguage",
            input: ({ context }) => ({ language: context.wanted }),
            onDone: {
              target: "storing",
              actions: ["useWanted", "markChosenHere", "emitChanged"],
              description: "On the screen.",
            },
            onError: {
              target: "#language.failed.switching",
              actions: keepFailure,
              description: "The texts could not be loaded; the language stays.",
            },
          },
          after: {
            requestTimeout: {
              target: "#language.failed.switching",
              actions: keepTimeout,
              description: "The texts did not come in time; the language stays.",
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
              { target: "#language.saved", description: "Nobody is logged in." },
            ],
            onError: [
              { guard: "isLoggedIn", target: "saving", description: "Storage is denied; it is saved on the server." },
              { target: "#language.saved", description: "Storage is denied; the choice lasts as long as the page." },
            ],
          },
        },
        saving: {
          description: "The choice is saved on the server.",
          invoke: {
            id: "saveOnServer",
            src: "saveOnServer",
            input: ({ context }) => ({ language: context.language }),
            onDone: { target: "#language.saved", description: "Saved." },
            onError: {
              target: "#language.failed.switching",
              actions: keepFailure,
              description: "On the screen, and not saved on the server.",
            },
          },
          after: {
            requestTimeout: {
              target: "#language.failed.switching",
              actions: keepTimeout,
              description: "On the screen, and not saved on the server in time.",
            },
          },
        },
      },
    },
    saved: {
      description: "The choice is kept.",
      entry: "emitSavedToast",
      on: {
        "language.loggedIn": {
          target: "uploading",
          actions: markLoggedIn,
          description: "The choice goes to the server.",
        },
        "ui.openPicker": { target: "picking", actions: "pickPresent", description: "The user opens the picker." },
      },
      after: { savedShown: { target: "ready", description: "The success has been seen." } },
    },
    failed: {
      description: "A language could not be loaded or saved.",
      initial: "switching",
      states: {
        starting: {
          description: "There are no texts yet.",
          on: { "ui.retry": { target: "#language.reading.applyingStored", description: "The user tries again." } },
        },
        switching: {
          description: "The earlier texts are still on the screen.",
          entry: "emitFailedToast",
          on: {
            "ui.retry": { target: "#language.switching", description: "The user tries again." },
            "ui.openPicker": {
              target: "#language.picking",
              actions: "pickPresent",
              description: "The user chooses another one.",
            },
          },
        },
      },
    },
  },
});
