import { sendParent } from "xstate";
import { failTo, setFailure, readError } from "../kit/request.ts";
import { NOBODY, sessionSetup } from "./session.setup.ts";

const tellClosed = { type: "tell", params: { type: "session.closed" } } as const;
const tellLogin = { type: "tell", params: { type: "navigate", to: "/login" } } as const;
const tellLookupFailed = {
  type: "tell",
  params: { type: "toast.show", tone: "error", labelKey: "app:session.userLookupFailed" },
} as const;
const isGone = { type: "isAccountDeleted", params: readError } as const;
const setLookupFailure = { type: "setLookupFailure", params: readError } as const;

export const sessionMachine = sessionSetup.createMachine({
  id: "session",
  description: "Who is logged in: the messenger's user, by the launch data that the messenger supplied.",
  context: { launch: null, ...NOBODY, isRenewed: false, notice: null, failure: null },
  initial: "idle",
  states: {
    idle: {
      description: "It is not known yet whether there is a messenger.",
      on: {
        "session.start": [
          {
            guard: { type: "isOutside", params: ({ event }) => ({ launch: event.launch }) },
            target: "loggedOut",
            description: "Outside the messenger nobody is logged in, whatever is stored.",
          },
          {
            target: "reading",
            actions: { type: "setLaunch", params: ({ event }) => ({ launch: event.launch }) },
            description: "Inside the messenger.",
          },
        ],
      },
    },
    reading: {
      description: "What an earlier visit left is read.",
      invoke: {
        id: "readStored",
        src: "readStored",
        onDone: [
          {
            guard: { type: "isOtherUser", params: ({ event }) => ({ stored: event.output }) },
            target: "mismatch",
            description: "It belongs to somebody else than the messenger's user.",
          },
          {
            guard: { type: "isFromGroup", params: ({ event }) => ({ stored: event.output }) },
            target: ["loggedIn.user.fetching", "loggedIn.group.joining"],
            actions: { type: "setStored", params: ({ event }) => ({ stored: event.output }) },
            description: "There is a session, but the server may not know the group that the user comes from.",
          },
          {
            guard: { type: "hasStoredSession", params: ({ event }) => ({ stored: event.output }) },
            target: "loggedIn.user.fetching",
            actions: { type: "setStored", params: ({ event }) => ({ stored: event.output }) },
            description: "There is a session of the messenger's user.",
          },
          {
            target: "authenticating",
            description: "Nothing is stored: log in silently.",
          },
        ],
        onError: {
          target: "authenticating",
          description: "Storage cannot be read: log in silently.",
        },
      },
    },
    mismatch: {
      description: "The stored user is not the messenger's: the stored state is cleared.",
      entry: [
        { type: "clearUser", params: { notice: "userChanged" } },
        tellClosed,
        { type: "tell", params: { type: "toast.show", tone: "error", labelKey: "app:session.userChanged" } },
        tellLogin,
      ],
      invoke: {
        id: "clearStored",
        src: "clearStored",
        input: { hasLeft: true },
        onDone: { target: "authenticating", description: "Cleared: log in as the messenger's user." },
        onError: { target: "authenticating", description: "Storage cannot be written; memory is cleared." },
      },
    },
    authenticating: {
      description: "The launch data is exchanged for a session.",
      entry: "clearFailure",
      invoke: {
        id: "authenticate",
        src: "authenticate",
        input: ({ context }) => ({ initData: context.launch?.initData ?? "" }),
        onDone: {
          target: "saving",
          actions: { type: "setLogin", params: ({ event }) => ({ answer: event.output }) },
          description: "The server believes the launch data.",
        },
        onError: [
          { guard: isGone, target: "forgettingDeleted", description: "The account was deleted since this launch." },
          {
            guard: { type: "isLaunchExpired", params: readError },
            target: "launchExpired",
            actions: setFailure,
            description: "The launch data has grown too old.",
          },
          failTo({ target: "loggedOut", description: "The login failed; the user can try again." }),
        ],
      },
    },
    saving: {
      description: "The session is kept for the next visit.",
      invoke: {
        id: "saveStored",
        src: "saveStored",
        input: ({ context }) => ({ token: context.token ?? "", userId: context.userId ?? "" }),
        onDone: {
          target: "loggedIn",
          description: "Kept, in storage or in memory.",
        },
        onError: {
          target: "loggedIn",
          description: "Storage is denied: the session lives as long as the page.",
        },
      },
    },
    loggedIn: {
      description: "The messenger's user has a session.",
      entry: {
        type: "tell",
        params: ({ context }) => ({
          type: "session.opened",
          userId: context.userId ?? "",
          lang: context.user?.lang ?? null,
          isNewUser: context.isNewUser,
        }),
      },
      type: "parallel",
      on: {
        "session.unauthorized": [
          {
            guard: { type: "isRenewable", params: ({ event }) => ({ token: event.token }) },
            target: "renewing",
            description: "The server refuses the session: the launch data gets another, and the page stays as it is.",
          },
          {
            guard: { type: "isCurrentToken", params: ({ event }) => ({ token: event.token }) },
            target: "resetting",
            description: "The server refuses a session that was renewed a moment ago: the user decides.",
          },
        ],
        "session.accountDeleted": { target: "forgettingDeleted", description: "The user has deleted the account." },
        "ui.logout": { target: "loggingOut", description: "The user logs out." },
      },
      after: {
        renewalWindow: {
          actions: "unmarkRenewed",
          description: "The session has held: a later refusal may be answered by a renewal again.",
        },
      },
      states: {
        user: {
          description: "What is known of the user.",
          initial: "settled",
          states: {
            settled: {
              description: "Nothing is in flight.",
              on: {
                "session.refreshUser": { target: "fetching", description: "Something about the user has changed." },
                "ui.retryUser": {
                  guard: "hasLookupFailed",
                  target: "fetching",
                  description: "The user asks for the lookup again.",
                },
              },
            },
            fetching: {
              description: "User info is in flight.",
              invoke: {
                id: "fetchUser",
                src: "fetchUser",
                onDone: {
                  target: "settled",
                  actions: { type: "setUser", params: ({ event }) => ({ user: event.output }) },
                  description: "The user's info is here.",
                },
                onError: [
                  {
                    guard: { type: "isEndRenewable", params: readError },
                    target: "#session.renewing",
                    description: "The server refuses the session: the launch data gets another.",
                  },
                  {
                    guard: { type: "isUnauthorized", params: readError },
                    target: "#session.resetting",
                    description: "The server refuses a session that was renewed a moment ago.",
                  },
                  {
                    target: "settled",
                    actions: [setLookupFailure, tellLookupFailed],
                    description: "The lookup failed; the login may have expired.",
                  },
                ],
              },
              on: {
                "session.refreshUser": {
                  target: "fetching",
                  reenter: true,
                  description: "Something has changed since it was asked for: ask again.",
                },
              },
            },
          },
        },
        storage: {
          description: "Whose the storage is.",
          initial: "checked",
          states: {
            checked: {
              description: "The messenger's user's, or nobody's.",
              on: { "session.check": { target: "checking", description: "A navigation begins." } },
            },
            checking: {
              description: "The stored user is compared with the messenger's.",
              invoke: {
                id: "readStored",
                src: "readStored",
                onDone: [
                  {
                    guard: { type: "isOtherUser", params: ({ event }) => ({ stored: event.output }) },
                    target: "#session.mismatch",
                    description: "Somebody else has taken over the storage.",
                  },
                  { target: "checked", description: "Still the same user, or nothing is stored and memory holds." },
                ],
                onError: { target: "checked", description: "Storage cannot be read; memory holds." },
              },
            },
          },
        },
        group: {
          description: "Whether the server knows the group that the user comes from.",
          initial: "known",
          states: {
            known: { description: "It does, or there is none." },
            joining: {
              description: "A new login tells it; the app is usable meanwhile, with the stored session.",
              invoke: {
                id: "joinGroup",
                src: "joinGroup",
                input: ({ context }) => ({ initData: context.launch?.initData ?? "" }),
                onDone: {
                  target: "keeping",
                  actions: { type: "setLogin", params: ({ event }) => ({ answer: event.output }) },
                  description: "The server knows the group, and a new session holds.",
                },
                onError: [
                  {
                    guard: isGone,
                    target: "#session.forgettingDeleted",
                    description: "The account was deleted since this launch.",
                  },
                  { target: "known", description: "Not now, e.g. the launch data has grown too old." },
                ],
              },
            },
            keeping: {
              description: "The new session is kept for the next visit.",
              entry: { type: "tell", params: { type: "session.joined" } },
              invoke: {
                id: "keepJoined",
                src: "saveStored",
                input: ({ context }) => ({ token: context.token ?? "", userId: context.userId ?? "" }),
                onDone: { target: "known", description: "Kept, in storage or in memory." },
                onError: { target: "known", description: "Storage is denied: it lives as long as the page." },
              },
            },
          },
        },
      },
    },
    renewing: {
      description: "A refused session is replaced without a word; the page stays, and its calls wait.",
      initial: "clearing",
      states: {
        clearing: {
          description: "The refused session is cleared in storage.",
          entry: "markRenewed",
          invoke: {
            id: "clearRefused",
            src: "clearStored",
            input: { hasLeft: false },
            onDone: { target: "asking", description: "Cleared." },
            onError: { target: "asking", description: "Storage cannot be written." },
          },
        },
        asking: {
          description: "The launch data is exchanged for another session.",
          entry: "clearFailure",
          invoke: {
            id: "renew",
            src: "authenticate",
            input: ({ context }) => ({ initData: context.launch?.initData ?? "" }),
            onDone: {
              target: "keeping",
              actions: { type: "setLogin", params: ({ event }) => ({ answer: event.output }) },
              description: "The server believes the launch data.",
            },
            onError: [
              {
                guard: isGone,
                target: "#session.forgettingDeleted",
                description: "The account was deleted since this launch.",
              },
              {
                guard: { type: "isLaunchExpired", params: readError },
                target: "#session.launchExpired",
                actions: [{ type: "clearUser", params: { notice: "sessionEnded" } }, setFailure, tellClosed, tellLogin],
                description: "The launch data has grown too old.",
              },
              {
                target: "#session.loggedOut",
                actions: [{ type: "clearUser", params: { notice: "sessionEnded" } }, setFailure, tellClosed, tellLogin],
                description: "The login failed; the user can try again.",
              },
            ],
          },
        },
        keeping: {
          description: "The new session is kept for the next visit.",
          invoke: {
            id: "keepRenewed",
            src: "saveStored",
            input: ({ context }) => ({ token: context.token ?? "", userId: context.userId ?? "" }),
            onDone: { target: "#session.loggedIn", description: "Kept, in storage or in memory." },
            onError: { target: "#session.loggedIn", description: "Storage is denied: it lives as long as the page." },
          },
        },
      },
    },
    forgettingDeleted: {
      description: "What this device keeps of the deleted account is cleared.",
      entry: [{ type: "clearUser", params: { notice: "accountDeleted" } }, tellClosed, tellLogin],
      invoke: {
        id: "clearStored",
        src: "clearStored",
        input: { hasLeft: true },
        onDone: { target: "accountDeleted", description: "Cleared." },
        onError: { target: "accountDeleted", description: "Storage cannot be written; memory is cleared." },
      },
    },
    accountDeleted: {
      description: "The account is gone. This launch makes no other: a new start is to open the app anew.",
      on: {
        "ui.closeApp": {
          actions: { type: "tell", params: { type: "app.close" } },
          description: "The user closes the app.",
        },
      },
    },
    resetting: {
      description: "The refused session is cleared; the person is still there, and so is what they typed.",
      entry: [{ type: "clearUser", params: { notice: "sessionEnded" } }, tellClosed, tellLogin],
      invoke: {
        id: "clearStored",
        src: "clearStored",
        input: { hasLeft: false },
        onDone: { target: "loggedOut", description: "Cleared; the user decides." },
        onError: { target: "loggedOut", description: "Storage cannot be written; memory is cleared." },
      },
    },
    loggingOut: {
      description: "The session is revoked on the server.",
      invoke: {
        id: "logout",
        src: "logout",
        input: ({ context }) => ({ token: context.token ?? "" }),
        onDone: { target: "clearing", description: "Revoked." },
        onError: { target: "clearing", description: "Not revoked; it is forgotten here all the same." },
      },
      after: { logoutTimeout: { target: "clearing", description: "The user does not wait for a slow server." } },
    },
    clearing: {
      description: "The user's own session is cleared.",
      entry: [{ type: "clearUser", params: { notice: "loggedOut" } }, tellClosed, tellLogin],
      invoke: {
        id: "clearStored",
        src: "clearStored",
        input: { hasLeft: true },
        onDone: { target: "loggedOut", description: "Cleared." },
        onError: { target: "loggedOut", description: "Storage cannot be written; memory is cleared." },
      },
    },
    loggedOut: {
      description: "Nobody is logged in.",
      on: {
        "ui.login": {
          guard: "hasLaunch",
          target: "authenticating",
          actions: ["clearNotice", "unmarkRenewed"],
          description: "The user asks to log in.",
        },
        "app.online": {
          guard: "isLoginUnreached",
          target: "authenticating",
          actions: ["clearNotice", "unmarkRenewed"],
          description: "The login failed for want of a network, and there is one again.",
        },
        "session.start": {
          guard: { type: "isInside", params: ({ event }) => ({ launch: event.launch }) },
          target: "reading",
          actions: { type: "setLaunch", params: ({ event }) => ({ launch: event.launch }) },
          description: "A messenger has answered after all.",
        },
      },
    },
    launchExpired: {
      description: "Only a new launch can log in: the user closes the app and opens it again.",
      on: {
        "ui.closeApp": {
          actions: { type: "tell", params: { type: "app.close" } },
          description: "The user closes the app.",
        },
      },
    },
  },
});

/** For the root, which hears as events what the chart tells. */
export function createSessionService(actors: NonNullable<Parameters<typeof sessionMachine.provide>[0]["actors"]>) {
  return sessionMachine.provide({ actors, actions: { tell: sendParent((_, event) => event) } });
}
