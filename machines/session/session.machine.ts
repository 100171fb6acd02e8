import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Launch } from "../environment/launch.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { keepFailure } from "../requestFailure.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

type UserItem = components["schemas"]["UserItem"];

/** What the browser's storage holds, or the memory behind it when storage is denied. */
export interface StoredSession {
  token: string | null;
  /** Id of the messenger's user that the token belongs to. */
  userId: string | null;
  /** False: storage is denied, everything is gone with the page. */
  isPersistent: boolean;
}

export interface LoginAnswer {
  token: string;
  userItem: UserItem;
}

/** Why the user is not, or no longer, properly logged in. */
export type SessionNotice = "userChanged" | "userLookupFailed" | "sessionEnded" | "loggedOut";

export interface SessionContext {
  launch: Launch | null;
  token: string | null;
  userId: string | null;
  user: UserItem | null;
  isPersistent: boolean;
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
  /** The server refused a bearer (401 or 61). A token that is not the current one is old news. */
  | { type: "session.unauthorized"; token: string }
  | { type: "ui.login" }
  | { type: "ui.logout" }
  | { type: "ui.retryUser" }
  | { type: "ui.closeApp" };

export type SessionEmitted =
  | { type: "session.opened"; userId: string }
  | { type: "session.closed" }
  | { type: "toast.show"; tone: "error"; labelKey: string }
  | { type: "navigate"; to: "/login" }
  | { type: "app.close" };

export const sessionSecrets: readonly string[] = ["initData", "token", "launch"];

function isSession({ token, userId }: StoredSession): boolean {
  return token !== null && userId !== null;
}

const NOBODY = { token: null, userId: null, user: null } satisfies Partial<SessionContext>;

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: {
    readStored: provideActor<StoredSession>("session.readStored"),
    /** Keeps token and user id; tells whether they outlive the page. */
    saveStored: provideActor<{ isPersistent: boolean }, { token: string; userId: string }>("session.saveStored"),
    /** Removes token and user id, and what was typed and not sent where `hasLeft`: the person is gone. */
    clearStored: provideActor<null, { hasLeft: boolean }>("session.clearStored"),
    authenticate: provideActor<LoginAnswer, { initData: string }>("session.authenticate"),
    fetchUser: provideActor<UserItem>("session.fetchUser"),
    /** Revokes the session on the server. */
    logout: provideActor<null, { token: string }>("session.logout"),
  },
  guards: {
    isOutside: (_, params: { launch: Launch | null }) => params.launch === null,
    isInside: (_, params: { launch: Launch | null }) => params.launch !== null,
    hasLaunch: ({ context }) => context.launch !== null,
    canRenew: ({ context }) => context.launch !== null && !context.isRenewed,
    isOtherUser: ({ context }, params: { stored: StoredSession }) =>
      params.stored.userId !== null && params.stored.userId !== context.launch?.tgUserId,
    hasStoredSession: (_, params: { stored: StoredSession }) => isSession(params.stored),
    /** A link from a group carries the signed chat in the launch data: `g_…`, or `c_…` from a post; only a login shows it to the server. */
    isFromGroup: ({ context }, params: { stored: StoredSession }) =>
      isSession(params.stored) && /^[gc]_/.test(context.launch?.startParam ?? ""),
    isCurrentToken: ({ context }, params: { token: string }) => params.token === context.token,
    isLaunchExpired: (_, params: { error: unknown }) => {
      const failure = toFailure(params.error);
      return failure.kind === "api" && failure.error === "launchDataExpired";
    },
    isUnauthorized: (_, params: { error: unknown }) => toFailure(params.error).kind === "unauthorized",
    hasLookupFailed: ({ context }) => context.notice === "userLookupFailed",
  },
  actions: {
    keepLaunch: assign((_, { launch }: { launch: Launch | null }) => ({ launch })),
    keepStored: assign((_, { stored }: { stored: StoredSession }) => ({
      token: stored.token,
      userId: stored.userId,
      isPersistent: stored.isPersistent,
    })),
    keepPersistence: assign((_, { isPersistent }: { isPersistent: boolean }) => ({ isPersistent })),
    keepLogin: assign(({ context }, { answer }: { answer: LoginAnswer }) => ({
      token: answer.token,
      userId: context.launch?.tgUserId ?? null,
      user: answer.userItem,
      notice: null,
    })),
    keepUser: assign((_, { user }: { user: UserItem }) => ({ user, failure: null, notice: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetFailure: assign({ failure: null }),
    markRenewed: assign({ isRenewed: true }),
    unmarkRenewed: assign({ isRenewed: false }),
    dropUser: assign((_, { notice }: { notice: SessionNotice }) => ({ ...NOBODY, notice })),
    noteLookupFailure: assign((_, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      notice: "userLookupFailed" as const,
    })),
    clearNotice: assign({ notice: null }),
    tellOpened: emit(({ context }) => ({ type: "session.opened", userId: context.userId ?? "" })),
    tellClosed: emit({ type: "session.closed" }),
    tellLogin: emit({ type: "navigate", to: "/login" }),
    tellUserChanged: emit({ type: "toast.show", tone: "error", labelKey: "app:session.userChanged" }),
    tellLookupFailed: emit({ type: "toast.show", tone: "error", labelKey: "app:session.userLookupFailed" }),
    tellClose: emit({ type: "app.close" }),
  },
  delays: { requestTimeout: REQUEST_TIMEOUT_MS, renewalWindow: 60_000, logoutTimeout: 5_000 },
}).createMachine({
  id: "session",
  description: "Who is logged in: the messenger's user, by the launch data that the messenger supplied.",
  context: { launch: null, ...NOBODY, isPersistent: true, isRenewed: false, notice: null, failure: null },
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
            actions: { type: "keepLaunch", params: ({ event }) => ({ launch: event.launch }) },
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
            target: "joiningGroup",
            actions: { type: "keepStored", params: ({ event }) => ({ stored: event.output }) },
            description: "There is a session, but the server may not know the group that the user comes from.",
          },
          {
            guard: { type: "hasStoredSession", params: ({ event }) => ({ stored: event.output }) },
            target: "loggedIn.fetchingUser",
            actions: { type: "keepStored", params: ({ event }) => ({ stored: event.output }) },
            description: "There is a session of the messenger's user.",
          },
          {
            target: "authenticating",
            actions: { type: "keepPersistence", params: ({ event }) => ({ isPersistent: event.output.isPersistent }) },
            description: "Nothing is stored: log in silently.",
          },
        ],
        onError: {
          target: "authenticating",
          actions: { type: "keepPersistence", params: { isPersistent: false } },
          description: "Storage cannot be read: log in silently.",
        },
      },
    },
    joiningGroup: {
      description: "A new login tells the server of the group; the stored session serves where that fails.",
      invoke: {
        id: "joinGroup",
        src: "authenticate",
        input: ({ context }) => ({ initData: context.launch?.initData ?? "" }),
        onDone: {
          target: "saving",
          actions: { type: "keepLogin", params: ({ event }) => ({ answer: event.output }) },
          description: "The server knows the group, and a new session holds.",
        },
        onError: { target: "loggedIn.fetchingUser", description: "Not now, e.g. the launch data has grown too old." },
      },
      after: {
        requestTimeout: { target: "loggedIn.fetchingUser", description: "The server did not answer in time." },
      },
    },
    mismatch: {
      description: "The stored user is not the messenger's: the stored state is cleared.",
      entry: [{ type: "dropUser", params: { notice: "userChanged" } }, "tellClosed", "tellUserChanged", "tellLogin"],
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
      entry: "forgetFailure",
      invoke: {
        id: "authenticate",
        src: "authenticate",
        input: ({ context }) => ({ initData: context.launch?.initData ?? "" }),
        onDone: {
          target: "saving",
          actions: { type: "keepLogin", params: ({ event }) => ({ answer: event.output }) },
          description: "The server believes the launch data.",
        },
        onError: [
          {
            guard: { type: "isLaunchExpired", params: ({ event }) => ({ error: event.error }) },
            target: "launchExpired",
            actions: keepFailure,
            description: "The launch data has grown too old.",
          },
          {
            target: "loggedOut",
            actions: keepFailure,
            description: "The login failed; the user can try again.",
          },
        ],
      },
      after: {
        requestTimeout: {
          target: "loggedOut",
          actions: { type: "keepFailure", params: { error: { kind: "timeout" } } },
          description: "The server did not answer in time.",
        },
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
          actions: { type: "keepPersistence", params: ({ event }) => ({ isPersistent: event.output.isPersistent }) },
          description: "Kept, in storage or in memory.",
        },
        onError: {
          target: "loggedIn",
          actions: { type: "keepPersistence", params: { isPersistent: false } },
          description: "Storage is denied: the session lives as long as the page.",
        },
      },
    },
    loggedIn: {
      description: "The messenger's user has a session.",
      entry: "tellOpened",
      initial: "settled",
      on: {
        "session.unauthorized": {
          guard: { type: "isCurrentToken", params: ({ event }) => ({ token: event.token }) },
          target: "resetting",
          description: "The server refuses the session.",
        },
        "ui.logout": { target: "loggingOut", description: "The user logs out." },
      },
      after: {
        renewalWindow: {
          actions: "unmarkRenewed",
          description: "The session has held: a later refusal may be answered by a renewal again.",
        },
      },
      states: {
        settled: {
          description: "Nothing is going on.",
          on: {
            "session.check": { target: "checking", description: "A navigation begins." },
            "session.refreshUser": { target: "fetchingUser", description: "Something about the user has changed." },
            "ui.retryUser": {
              guard: "hasLookupFailed",
              target: "fetchingUser",
              description: "The user asks for the lookup again.",
            },
          },
        },
        fetchingUser: {
          description: "User info is in flight.",
          invoke: {
            id: "fetchUser",
            src: "fetchUser",
            onDone: {
              target: "settled",
              actions: { type: "keepUser", params: ({ event }) => ({ user: event.output }) },
              description: "The user's info is here.",
            },
            onError: [
              {
                guard: { type: "isUnauthorized", params: ({ event }) => ({ error: event.error }) },
                target: "#session.resetting",
                description: "The server refuses the session.",
              },
              {
                target: "settled",
                actions: [
                  { type: "noteLookupFailure", params: ({ event }) => ({ error: event.error }) },
                  "tellLookupFailed",
                ],
                description: "The lookup failed; the login may have expired.",
              },
            ],
          },
          after: {
            requestTimeout: {
              target: "settled",
              actions: [{ type: "noteLookupFailure", params: { error: { kind: "timeout" } } }, "tellLookupFailed"],
              description: "The server did not answer in time.",
            },
          },
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
              { target: "settled", description: "Still the same user, or nothing is stored and memory holds." },
            ],
            onError: { target: "settled", description: "Storage cannot be read; memory holds." },
          },
        },
      },
    },
    resetting: {
      description: "The refused session is cleared; the person is still there, and so is what they typed.",
      entry: [{ type: "dropUser", params: { notice: "sessionEnded" } }, "tellClosed", "tellLogin"],
      invoke: {
        id: "clearStored",
        src: "clearStored",
        input: { hasLeft: false },
        onDone: [
          {
            guard: "canRenew",
            target: "authenticating",
            actions: "markRenewed",
            description: "Cleared: the launch data logs in again.",
          },
          { target: "loggedOut", description: "Cleared; a renewed session was refused as well, so the user decides." },
        ],
        onError: [
          {
            guard: "canRenew",
            target: "authenticating",
            actions: "markRenewed",
            description: "Memory is cleared: the launch data logs in again.",
          },
          {
            target: "loggedOut",
            description: "Memory is cleared; a renewed session was refused as well, so the user decides.",
          },
        ],
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
      entry: [{ type: "dropUser", params: { notice: "loggedOut" } }, "tellClosed", "tellLogin"],
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
        "session.start": {
          guard: { type: "isInside", params: ({ event }) => ({ launch: event.launch }) },
          target: "reading",
          actions: { type: "keepLaunch", params: ({ event }) => ({ launch: event.launch }) },
          description: "A messenger has answered after all.",
        },
      },
    },
    launchExpired: {
      description: "Only a new launch can log in: the user closes the app and opens it again.",
      on: { "ui.closeApp": { actions: "tellClose", description: "The user closes the app." } },
    },
  },
});
