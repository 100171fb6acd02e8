import { failTo } from "../kit/request.ts";
import { languageSetup } from "./language.setup.ts";

/** Keeps the login, and the language that it brought. */
const markLoggedIn = {
  type: "markLoggedIn",
  params: ({ event }: { event: { lang: string | null } }) => ({ lang: event.lang }),
} as const;

const switchToPicked = {
  guard: "isOtherPicked",
  target: "#language.switching",
  actions: "wantPicked",
  description: "The user wants another language.",
} as const;

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
            onError: failTo("#language.failed.starting", "The texts could not be loaded."),
          },
          after: {
            requestTimeout: failTo("#language.failed.starting", "The texts did not come in time."),
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
      on: {
        "ui.openPicker": {
          target: "picking.behind",
          actions: "pickPresent",
          description: "The user opens the picker; the choice is saved once it is closed.",
        },
      },
    },
    picking: {
      description: "The picker is open.",
      initial: "upToDate",
      states: {
        upToDate: {
          description: "Nothing waits for its end.",
          on: {
            "language.loggedIn": {
              target: "behind",
              actions: markLoggedIn,
              description: "The login is taken into account once the picker is closed.",
            },
            "ui.confirm": [switchToPicked, { target: "#language.ready", description: "The user keeps the language." }],
            "ui.cancel": { target: "#language.ready", description: "The user closes the picker." },
          },
        },
        behind: {
          description: "A login is to be taken into account.",
          on: {
            "ui.confirm": [
              switchToPicked,
              { target: "#language.catchingUp", description: "The user keeps the language." },
            ],
            "ui.cancel": { target: "#language.catchingUp", description: "The user closes the picker." },
          },
        },
      },
      on: {
        "ui.pick": {
          actions: { type: "keepPicked", params: ({ event }) => ({ language: event.language }) },
          description: "The user marks a language.",
        },
      },
    },
    catchingUp: {
      description: "What the server is to know, or may know better, after the picker was closed.",
      always: [
        { guard: "mustUpload", target: "uploading", description: "The choice made here goes to the server." },
        {
          guard: { type: "isNews", params: ({ context }) => ({ lang: context.served }) },
          target: "reading.applyingServers",
          actions: "wantServed",
          description: "The login told another one.",
        },
        { guard: "mustFetch", target: "reading.server", description: "The server may know better." },
        { target: "ready", description: "Nobody is logged in, or the login told the same." },
      ],
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
            onError: failTo("#language.failed.switching", "The texts could not be loaded; the language stays."),
          },
          after: {
            requestTimeout: failTo("#language.failed.switching", "The texts did not come in time; the language stays."),
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
            onError: failTo("#language.failed.switching", "On the screen, and not saved on the server."),
          },
          after: {
            requestTimeout: failTo("#language.failed.switching", "On the screen, and not saved on the server in time."),
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

export const languageSecrets: readonly string[] = [];
