import { assign, emit, sendParent, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Launch } from "../environment/launch.ts";
import { hasApiError, lacksNetwork, toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, failureActions, readError, readOutput, setFailure } from "../kit/request.ts";

type UserItem = components["schemas"]["UserItem"];

/** What the browser's storage holds, or the memory behind it when storage is denied. */
export interface StoredSession {
  token: string | null;
  /** Id of the messenger's user that the token belongs to. */
  userId: string | null;
}

export interface LoginAnswer {
  token: string;
  /** Whether this login created the user. */
  isNewUser: boolean;
  userItem: UserItem;
}

/** Why the user is not, or no longer, properly logged in. */
export type SessionNotice = "userChanged" | "userLookupFailed" | "sessionEnded" | "loggedOut" | "accountDeleted";

export interface SessionContext {
  launch: Launch | null;
  token: string | null;
  userId: string | null;
  user: UserItem | null;
  /** Whether the login of this session created the user. */
  isNewUser: boolean;
  /** The session was renewed by itself a moment ago, so the next refusal is not answered by another renewal. */
  isRenewed: boolean;
  notice: SessionNotice | null;
  failure: Failure | null;
}

export type SessionEvent =
  | { type: "session.start"; launch: Launch | null }
  /** A navigation: is the stored user still the messenger's? */
  | { type: "session.check" }
  | { type: "session.refreshUser" }
  /** The server refused a bearer (401 or 61). A token that is not the current one changes nothing. */
  | { type: "session.unauthorized"; token: string }
  /** The server has deleted the account. */
  | { type: "session.accountDeleted" }
  | { type: "ui.login" }
  | { type: "app.online" }
  | { type: "ui.logout" }
  | { type: "ui.retryUser" }
  | { type: "ui.closeApp" };

export type SessionEmitted =
  /** `lang`: the server's, spelled as on the wire; null: a stored session, the user's info is not here yet. */
  | { type: "session.opened"; userId: string; lang: string | null; isNewUser: boolean }
  | { type: "session.closed" }
  /** The server knows the group that the user comes from. */
  | { type: "session.joined" }
  | { type: "toast.show"; tone: "error"; labelKey: string }
  | { type: "navigate"; to: "/login" }
  | { type: "app.close" };

function isSession({ token, userId }: StoredSession): boolean {
  return token !== null && userId !== null;
}

export const NOBODY = { token: null, userId: null, user: null, isNewUser: false } satisfies Partial<SessionContext>;

const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    /** What the state is for the app. */
    meta: {} as { status: "pending" | "loggedIn" | "loggedOut" | "launchExpired" | "accountDeleted" },
  },
  actors: {
    readStored: provideActor<StoredSession>("session.readStored"),
    /** Keeps token and user id. */
    saveStored: provideActor<null, { token: string; userId: string }>("session.saveStored"),
    /** Removes the token; where the person `hasLeft`, the user id, their unsent forms and what connects their wallet as well. */
    clearStored: provideActor<null, { hasLeft: boolean }>("session.clearStored"),
    authenticate: provideActor<LoginAnswer, { initData: string }>("session.authenticate"),
    /** The same, while the present session goes on for calls that are under way. */
    joinGroup: provideActor<LoginAnswer, { initData: string }>("session.joinGroup"),
    fetchUser: provideActor<UserItem>("session.fetchUser"),
    /** Revokes the session on the server. */
    logout: provideActor<null, { token: string }>("session.logout"),
  },
  guards: {
    isOutside: (_, params: { launch: Launch | null }) => params.launch === null,
    isInside: (_, params: { launch: Launch | null }) => params.launch !== null,
    hasLaunch: ({ context }) => context.launch !== null,
    isRenewable: ({ context }, params: { token: string }) =>
      params.token === context.token && context.launch !== null && !context.isRenewed,
    isEndRenewable: ({ context }, params: { error: unknown }) =>
      toFailure(params.error).kind === "unauthorized" && context.launch !== null && !context.isRenewed,
    isOtherUser: ({ context }, { output }: { output: StoredSession }) =>
      output.userId !== null && output.userId !== context.launch?.tgUserId,
    hasStoredSession: (_, { output }: { output: StoredSession }) => isSession(output),
    /** A link from a group carries the signed chat in the launch data: `g_…`, or `c_…` from a post; only a login shows it to the server. */
    isFromGroup: ({ context }, { output }: { output: StoredSession }) =>
      isSession(output) && /^[gc]_/.test(context.launch?.startParam ?? ""),
    isCurrentToken: ({ context }, params: { token: string }) => params.token === context.token,
    /** Login data of before a deletion opens no new account. */
    isAccountDeleted: (_, params: { error: unknown }) => hasApiError(params.error, "notAvailable"),
    isLaunchExpired: (_, params: { error: unknown }) => hasApiError(params.error, "launchDataExpired"),
    isUnauthorized: (_, params: { error: unknown }) => toFailure(params.error).kind === "unauthorized",
    /** Whoever has logged out decides about the next login. */
    isLoginUnreached: ({ context }) => context.notice !== "loggedOut" && lacksNetwork({ context }),
    hasLookupFailed: ({ context }) => context.notice === "userLookupFailed",
  },
  actions: {
    setLaunch: assign((_, { launch }: { launch: Launch | null }) => ({ launch })),
    setStored: assign((_, { output: { token, userId } }: { output: StoredSession }) => ({ token, userId })),
    setLogin: assign(({ context }, { output }: { output: LoginAnswer }) => ({
      token: output.token,
      userId: context.launch?.tgUserId ?? null,
      user: output.userItem,
      isNewUser: output.isNewUser,
      notice: null,
    })),
    ...failureActions,
    unmarkRenewed: assign({ isRenewed: false }),
    clearUser: assign((_, { notice }: { notice: SessionNotice }) => ({ ...NOBODY, notice })),
    clearNotice: assign({ notice: null }),
    tell: emit((_, event: SessionEmitted) => event),
  },
  delays: { renewalWindow: 60_000, logoutTimeout: 5_000 },
});

const tellClosed = { type: "tell", params: { type: "session.closed" } } as const;
const tellLogin = { type: "tell", params: { type: "navigate", to: "/login" } } as const;
const isGone = { type: "isAccountDeleted", params: readError } as const;

/** Clears what is stored, of a person who `hasLeft` their unsent forms too. Storage that cannot be written holds nobody back. */
function clearStored<const Target extends string>(hasLeft: boolean, target: Target, id = "clearStored") {
  return {
    id,
    src: "clearStored",
    input: { hasLeft },
    onDone: { target, description: "Cleared." },
    onError: { target, description: "Storage cannot be written." },
  } as const;
}

/** Keeps the session for the next visit. */
function saveStored<const Target extends string>(target: Target, id = "saveStored") {
  return {
    id,
    src: "saveStored",
    input: ({ context: { token, userId } }: { context: SessionContext }) => ({
      token: token ?? "",
      userId: userId ?? "",
    }),
    onDone: { target, description: "Kept, in storage or in memory." },
    onError: { target, description: "Storage is denied: the session lives as long as the page." },
  } as const;
}

const closeApp = {
  actions: { type: "tell", params: { type: "app.close" } },
  description: "The user closes the app.",
} as const;

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
            guard: { type: "isOutside", params: ({ event }) => event },
            target: "loggedOut",
            description: "Outside the messenger nobody is logged in, whatever is stored.",
          },
          {
            target: "reading",
            actions: { type: "setLaunch", params: ({ event }) => event },
            description: "Inside the messenger.",
          },
        ],
      },
    },
    reading: {
      description: "What an earlier visit left is read.",
      entry: ["clearNotice", "clearFailure"],
      invoke: {
        id: "readStored",
        src: "readStored",
        onDone: [
          {
            guard: { type: "isOtherUser", params: readOutput },
            target: "mismatch",
            description: "It belongs to somebody else than the messenger's user.",
          },
          {
            guard: { type: "isFromGroup", params: readOutput },
            target: ["loggedIn.user.fetching", "loggedIn.group.joining"],
            actions: { type: "setStored", params: readOutput },
            description: "There is a session, but the server may not know the group that the user comes from.",
          },
          {
            guard: { type: "hasStoredSession", params: readOutput },
            target: "loggedIn.user.fetching",
            actions: { type: "setStored", params: readOutput },
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
      invoke: clearStored(true, "authenticating"),
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
          actions: { type: "setLogin", params: readOutput },
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
      invoke: saveStored("loggedIn"),
    },
    loggedIn: {
      description: "The messenger's user has a session.",
      meta: { status: "loggedIn" },
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
            guard: { type: "isRenewable", params: ({ event }) => event },
            target: "renewing",
            description: "The server refuses the session: the launch data gets another, and the page stays as it is.",
          },
          {
            guard: { type: "isCurrentToken", params: ({ event }) => event },
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
                  actions: assign({ user: ({ event }) => event.output, failure: null, notice: null }),
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
                    actions: [
                      assign({ failure: ({ event }) => toFailure(event.error), notice: "userLookupFailed" }),
                      {
                        type: "tell",
                        params: { type: "toast.show", tone: "error", labelKey: "app:session.userLookupFailed" },
                      },
                    ],
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
                    guard: { type: "isOtherUser", params: readOutput },
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
                  actions: { type: "setLogin", params: readOutput },
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
              invoke: saveStored("known", "keepJoined"),
            },
          },
        },
      },
    },
    renewing: {
      description: "A refused session is replaced without a word; the page stays, and its calls wait.",
      meta: { status: "loggedIn" },
      initial: "clearing",
      states: {
        clearing: {
          description: "The refused session is cleared in storage.",
          entry: assign({ isRenewed: true }),
          invoke: clearStored(false, "asking", "clearRefused"),
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
              actions: { type: "setLogin", params: readOutput },
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
          invoke: saveStored("#session.loggedIn", "keepRenewed"),
        },
      },
    },
    forgettingDeleted: {
      description: "What this device keeps of the deleted account is cleared.",
      entry: [{ type: "clearUser", params: { notice: "accountDeleted" } }, tellClosed, tellLogin],
      invoke: clearStored(true, "accountDeleted"),
    },
    accountDeleted: {
      description: "The account is gone. This launch makes no other: a new start is to open the app anew.",
      meta: { status: "accountDeleted" },
      on: { "ui.closeApp": closeApp },
    },
    resetting: {
      description: "The refused session is cleared; the person is still there, and so is what they typed.",
      entry: [{ type: "clearUser", params: { notice: "sessionEnded" } }, tellClosed, tellLogin],
      invoke: clearStored(false, "loggedOut"),
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
      invoke: clearStored(true, "loggedOut"),
    },
    loggedOut: {
      description: "Nobody is logged in.",
      meta: { status: "loggedOut" },
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
          guard: { type: "isInside", params: ({ event }) => event },
          target: "reading",
          actions: { type: "setLaunch", params: ({ event }) => event },
          description: "A messenger has answered after all.",
        },
      },
    },
    launchExpired: {
      description: "Only a new launch can log in: the user closes the app and opens it again.",
      meta: { status: "launchExpired" },
      on: { "ui.closeApp": closeApp },
    },
  },
});

/** For the root, which hears as events what the chart tells. */
export function createSessionService(actors: NonNullable<Parameters<typeof sessionMachine.provide>[0]["actors"]>) {
  return sessionMachine.provide({ actors, actions: { tell: sendParent((_, event) => event) } });
}
