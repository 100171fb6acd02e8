import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Launch } from "../environment/launch.ts";
import { hasApiError, lacksNetwork, toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failureActions } from "../kit/request.ts";

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

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
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
    isOtherUser: ({ context }, params: { stored: StoredSession }) =>
      params.stored.userId !== null && params.stored.userId !== context.launch?.tgUserId,
    hasStoredSession: (_, params: { stored: StoredSession }) => isSession(params.stored),
    /** A link from a group carries the signed chat in the launch data: `g_…`, or `c_…` from a post; only a login shows it to the server. */
    isFromGroup: ({ context }, params: { stored: StoredSession }) =>
      isSession(params.stored) && /^[gc]_/.test(context.launch?.startParam ?? ""),
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
    setStored: assign((_, { stored }: { stored: StoredSession }) => ({
      token: stored.token,
      userId: stored.userId,
    })),
    setLogin: assign(({ context }, { answer }: { answer: LoginAnswer }) => ({
      token: answer.token,
      userId: context.launch?.tgUserId ?? null,
      user: answer.userItem,
      isNewUser: answer.isNewUser,
      notice: null,
    })),
    setUser: assign((_, { user }: { user: UserItem }) => ({ user, failure: null, notice: null })),
    ...failureActions,
    markRenewed: assign({ isRenewed: true }),
    unmarkRenewed: assign({ isRenewed: false }),
    clearUser: assign((_, { notice }: { notice: SessionNotice }) => ({ ...NOBODY, notice })),
    setLookupFailure: assign((_, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      notice: "userLookupFailed" as const,
    })),
    clearNotice: assign({ notice: null }),
    tell: emit((_, event: SessionEmitted) => event),
  },
  delays: { renewalWindow: 60_000, logoutTimeout: 5_000 },
});
