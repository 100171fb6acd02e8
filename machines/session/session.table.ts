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
    authenticate: LoginAnswer;
    joinGroup: LoginAnswer;
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

/** SPEC.md 4, 8, 9 and PRODUCT.md 7. */
export const sessionTable: TransitionTable<SessionShape> = {
  delaysMs: { renewalWindow: 60_000, logoutTimeout: 5_000 },
  asks: {
    authenticate: ({ launch }) => ({ initData: launch?.initData }),
    joinGroup: ({ launch }) => ({ initData: launch?.initData }),
    saveStored: ({ token, userId }) => ({ token, userId }),
    clearStored: (_, { isIn }) => ({ hasLeft: !isIn("resetting") }),
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
          target: "joiningGroup",
          changes: setStored,
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
    joiningGroup: {
      "done(joinGroup)": { target: "saving", changes: setLogin },
      "error(joinGroup)": { target: "loggedIn.user.fetching", emits: RESTORED },
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
      "session.unauthorized": {
        guard: "isCurrentToken",
        when: (before, event) => event.token === before.token,
        target: "resetting",
        changes: clearUser("sessionEnded"),
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
    resetting: {
      "done(clearStored)": [
        { guard: "canRenew", when: canRenew, target: "authenticating", changes: { isRenewed: true, failure: null } },
        { target: "loggedOut" },
      ],
      "error(clearStored)": [
        { guard: "canRenew", when: canRenew, target: "authenticating", changes: { isRenewed: true, failure: null } },
        { target: "loggedOut" },
      ],
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
