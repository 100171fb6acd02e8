import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { LoginAnswer, SessionContext, SessionEvent, StoredSession } from "./session.setup.ts";

export interface SessionShape {
  context: SessionContext;
  event: SessionEvent;
  outputs: {
    readStored: StoredSession;
    saveStored: null;
    clearStored: null;
    clearRefused: null;
    authenticate: LoginAnswer;
    joinGroup: LoginAnswer;
    renew: LoginAnswer;
    keepJoined: null;
    keepRenewed: null;
    fetchUser: components["schemas"]["UserItem"];
    logout: null;
  };
}

const CLOSED = { type: "session.closed" };
const TO_LOGIN = { type: "navigate", to: "/login" };
const LEAVE = () => [CLOSED, TO_LOGIN];
const LEAVE_MISMATCH = () => [
  CLOSED,
  { type: "toast.show", tone: "error", labelKey: "app:session.userChanged" },
  TO_LOGIN,
];
const LOOKUP_FAILED = () => [{ type: "toast.show", tone: "error", labelKey: "app:session.userLookupFailed" }];
/** Of a stored session only the user's id is known. */
const RESTORED = ({ launch }: SessionContext) => [
  { type: "session.opened", userId: launch?.tgUserId, lang: null, isNewUser: false },
];
/** The login's answer says which language the user has on the server. */
const LOGGED_IN = ({ launch, user, isNewUser }: SessionContext) => [
  { type: "session.opened", userId: launch?.tgUserId, lang: user?.lang, isNewUser },
];

const isOtherUser = (before: SessionContext, { output }: { output: StoredSession }): boolean =>
  output.userId !== null && output.userId !== before.launch?.tgUserId;
const setFailure = (_: SessionContext, { error }: { error: unknown }): Partial<SessionContext> => ({
  failure: toFailure(error),
});
const setStored = (_: SessionContext, { output }: { output: StoredSession }): Partial<SessionContext> => ({
  token: output.token,
  userId: output.userId,
});
const setLogin = (before: SessionContext, { output }: { output: LoginAnswer }): Partial<SessionContext> => ({
  token: output.token,
  userId: before.launch?.tgUserId ?? "",
  user: output.userItem,
  isNewUser: output.isNewUser,
  notice: null,
});
const setLookup = (_: SessionContext, { error }: { error: unknown }): Partial<SessionContext> => ({
  failure: toFailure(error),
  notice: "userLookupFailed",
});
const clearUser = (notice: SessionContext["notice"]): Partial<SessionContext> => ({
  token: null,
  userId: null,
  user: null,
  isNewUser: false,
  notice,
});
const canRenew = ({ launch, isRenewed }: SessionContext): boolean => launch !== null && !isRenewed;
const says = (error: unknown, word: string): boolean => JSON.stringify(error).includes(word);
/** Launch data of before a deletion makes no new account. */
const GONE = {
  guard: "isAccountDeleted",
  when: (_: SessionContext, { error }: { error: unknown }) => says(error, "notAvailable"),
  target: "forgettingDeleted",
  changes: clearUser("accountDeleted"),
  emits: LEAVE,
} as const;
const RENEW = { target: "renewing", changes: { isRenewed: true } } as const;
const setEnded = (before: SessionContext, event: { error: unknown }): Partial<SessionContext> => ({
  ...clearUser("sessionEnded"),
  ...setFailure(before, event),
});

/** SPEC.md 4, 8, 9 and PRODUCT.md 7. */
export const sessionTable: TransitionTable<SessionShape> = {
  delaysMs: { renewalWindow: 60_000, logoutTimeout: 5_000 },
  asks: {
    authenticate: ({ launch }) => ({ initData: launch?.initData }),
    joinGroup: ({ launch }) => ({ initData: launch?.initData }),
    saveStored: ({ token, userId }) => ({ token, userId }),
    renew: ({ launch }) => ({ initData: launch?.initData }),
    keepJoined: ({ token, userId }) => ({ token, userId }),
    keepRenewed: ({ token, userId }) => ({ token, userId }),
    clearStored: (_, { isIn }) => ({ hasLeft: !isIn("resetting") }),
    clearRefused: () => ({ hasLeft: false }),
    logout: ({ token }) => ({ token }),
  },
  context: () => ({
    launch: null,
    token: null,
    userId: null,
    user: null,
    isNewUser: false,
    isRenewed: false,
    notice: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "session.start": [
        { guard: "isOutside", when: (_, event) => event.launch === null, target: "loggedOut" },
        { target: "reading", changes: (_, event) => ({ launch: event.launch }) },
      ],
    },
    reading: {
      "done(readStored)": [
        {
          guard: "isOtherUser",
          when: isOtherUser,
          target: "mismatch",
          changes: clearUser("userChanged"),
          emits: LEAVE_MISMATCH,
        },
        {
          guard: "isFromGroup",
          when: ({ launch }, { output }) =>
            output.token !== null &&
            output.userId !== null &&
            (launch?.startParam?.startsWith("g_") === true || launch?.startParam?.startsWith("c_") === true),
          target: "loggedIn.user.fetching, loggedIn.group.joining",
          changes: setStored,
          emits: RESTORED,
        },
        {
          guard: "hasStoredSession",
          when: (_, { output }) => output.token !== null && output.userId !== null,
          target: "loggedIn.user.fetching",
          changes: setStored,
          emits: RESTORED,
        },
        {
          target: "authenticating",
          changes: { failure: null },
        },
      ],
      "error(readStored)": { target: "authenticating", changes: { failure: null } },
    },
    mismatch: {
      "done(clearStored)": { target: "authenticating", changes: { failure: null } },
      "error(clearStored)": { target: "authenticating", changes: { failure: null } },
    },
    authenticating: {
      "done(authenticate)": {
        target: "saving",
        changes: setLogin,
      },
      "error(authenticate)": [
        GONE,
        {
          guard: "isLaunchExpired",
          when: (_, { error }) => JSON.stringify(error).includes("launchDataExpired"),
          target: "launchExpired",
          changes: setFailure,
        },
        { target: "loggedOut", changes: setFailure },
      ],
    },
    saving: {
      "done(saveStored)": {
        target: "loggedIn",
        emits: LOGGED_IN,
      },
      "error(saveStored)": { target: "loggedIn", emits: LOGGED_IN },
    },
    loggedIn: {
      "session.unauthorized": [
        { guard: "isRenewable", when: (before, event) => event.token === before.token && canRenew(before), ...RENEW },
        {
          guard: "isCurrentToken",
          when: (before, event) => event.token === before.token,
          target: "resetting",
          changes: clearUser("sessionEnded"),
          emits: LEAVE,
        },
      ],
      "session.accountDeleted": {
        target: "forgettingDeleted",
        changes: clearUser("accountDeleted"),
        emits: LEAVE,
      },
      "ui.logout": { target: "loggingOut" },
      "after(renewalWindow)": { changes: { isRenewed: false } },
    },
    "loggedIn.user": { initial: "loggedIn.user.settled" },
    "loggedIn.user.settled": {
      "session.refreshUser": { target: "loggedIn.user.fetching" },
      "ui.retryUser": {
        guard: "hasLookupFailed",
        when: ({ notice }) => notice === "userLookupFailed",
        target: "loggedIn.user.fetching",
      },
    },
    "loggedIn.user.fetching": {
      "session.refreshUser": { target: "loggedIn.user.fetching", reenter: true },
      "done(fetchUser)": {
        target: "loggedIn.user.settled",
        changes: (_, { output }) => ({ user: output, failure: null, notice: null }),
      },
      "error(fetchUser)": [
        {
          guard: "isEndRenewable",
          when: (before, { error }) => says(error, "unauthorized") && canRenew(before),
          ...RENEW,
        },
        {
          guard: "isUnauthorized",
          when: (_, { error }) => JSON.stringify(error) === '{"kind":"unauthorized"}',
          target: "resetting",
          changes: clearUser("sessionEnded"),
          emits: LEAVE,
        },
        { target: "loggedIn.user.settled", changes: setLookup, emits: LOOKUP_FAILED },
      ],
    },
    "loggedIn.storage": { initial: "loggedIn.storage.checked" },
    "loggedIn.storage.checked": { "session.check": { target: "loggedIn.storage.checking" } },
    "loggedIn.storage.checking": {
      "done(readStored)": [
        {
          guard: "isOtherUser",
          when: isOtherUser,
          target: "mismatch",
          changes: clearUser("userChanged"),
          emits: LEAVE_MISMATCH,
        },
        { target: "loggedIn.storage.checked" },
      ],
      "error(readStored)": { target: "loggedIn.storage.checked" },
    },
    "loggedIn.group": { initial: "loggedIn.group.known" },
    "loggedIn.group.known": {},
    "loggedIn.group.joining": {
      "done(joinGroup)": { target: "loggedIn.group.keeping", changes: setLogin, emits: ["session.joined"] },
      "error(joinGroup)": [GONE, { target: "loggedIn.group.known" }],
    },
    "loggedIn.group.keeping": {
      "done(keepJoined)": { target: "loggedIn.group.known" },
      "error(keepJoined)": { target: "loggedIn.group.known" },
    },
    renewing: { initial: "renewing.clearing" },
    "renewing.clearing": {
      "done(clearRefused)": { target: "renewing.asking", changes: { failure: null } },
      "error(clearRefused)": { target: "renewing.asking", changes: { failure: null } },
    },
    "renewing.asking": {
      "done(renew)": { target: "renewing.keeping", changes: setLogin },
      "error(renew)": [
        GONE,
        {
          guard: "isLaunchExpired",
          when: (_, { error }) => says(error, "launchDataExpired"),
          target: "launchExpired",
          changes: setEnded,
          emits: LEAVE,
        },
        { target: "loggedOut", changes: setEnded, emits: LEAVE },
      ],
    },
    "renewing.keeping": {
      "done(keepRenewed)": { target: "loggedIn", emits: LOGGED_IN },
      "error(keepRenewed)": { target: "loggedIn", emits: LOGGED_IN },
    },
    forgettingDeleted: {
      "done(clearStored)": { target: "accountDeleted" },
      "error(clearStored)": { target: "accountDeleted" },
    },
    accountDeleted: { "ui.closeApp": { emits: ["app.close"] } },
    resetting: {
      "done(clearStored)": { target: "loggedOut" },
      "error(clearStored)": { target: "loggedOut" },
    },
    loggingOut: {
      "done(logout)": { target: "clearing", changes: clearUser("loggedOut"), emits: LEAVE },
      "error(logout)": { target: "clearing", changes: clearUser("loggedOut"), emits: LEAVE },
      "after(logoutTimeout)": { target: "clearing", changes: clearUser("loggedOut"), emits: LEAVE },
    },
    clearing: {
      "done(clearStored)": { target: "loggedOut" },
      "error(clearStored)": { target: "loggedOut" },
    },
    loggedOut: {
      "ui.login": {
        guard: "hasLaunch",
        when: ({ launch }) => launch !== null,
        target: "authenticating",
        changes: { notice: null, failure: null, isRenewed: false },
      },
      "app.online": {
        guard: "isLoginUnreached",
        when: ({ notice, failure }) => notice !== "loggedOut" && failure?.kind === "network",
        target: "authenticating",
        changes: { notice: null, failure: null, isRenewed: false },
      },
      "session.start": {
        guard: "isInside",
        when: (_, event) => event.launch !== null,
        target: "reading",
        changes: (_, event) => ({ launch: event.launch }),
      },
    },
    launchExpired: { "ui.closeApp": { emits: ["app.close"] } },
  },
};
