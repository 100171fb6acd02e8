import { viewSession } from "./session.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleLaunch, sampleUser } from "#tests/support/samples.ts";
import { sessionMachine } from "./session.machine.ts";

const OTHER_USER_ID = "77";

export const model = defineModel({
  machine: sessionMachine,
  view: viewSession,
  repeatable: ["ui.closeApp"],
  inputs: [undefined],
  events: {
    "session.start": [
      { type: "session.start", launch: sampleLaunch },
      { type: "session.start", launch: { ...sampleLaunch, startParam: "g_abc" } },
      { type: "session.start", launch: { ...sampleLaunch, startParam: "c_abc_def" } },
      { type: "session.start", launch: null },
    ],
    "session.unauthorized": [
      { type: "session.unauthorized", token: "current" },
      { type: "session.unauthorized", token: "old" },
    ],
  },
  outcomes: {
    readStored: {
      done: [
        { token: null, userId: null },
        { token: "current", userId: sampleLaunch.tgUserId },
        { token: "current", userId: OTHER_USER_ID },
        { token: "current", userId: null },
        { token: null, userId: sampleLaunch.tgUserId },
      ],
      error: [{ kind: "unexpected", message: "SecurityError" }],
    },
    saveStored: {
      done: [null],
      error: [{ kind: "unexpected", message: "QuotaExceededError" }],
    },
    clearStored: { done: [null], error: [{ kind: "unexpected", message: "SecurityError" }] },
    authenticate: {
      done: [
        { token: "current", isNewUser: false, userItem: sampleUser },
        { token: "current", isNewUser: true, userItem: sampleUser },
      ],
      error: [
        { kind: "api", error: "launchDataExpired", message: "" },
        { kind: "api", error: "loginVerificationFailed", message: "" },
        { kind: "api", error: "notAvailable", message: "" },
      ],
    },
    joinGroup: {
      done: [{ token: "current", isNewUser: false, userItem: sampleUser }],
      error: [
        { kind: "api", error: "launchDataExpired", message: "" },
        { kind: "network" },
        { kind: "api", error: "notAvailable", message: "" },
      ],
    },
    keepJoined: { done: [null], error: [{ kind: "unexpected", message: "QuotaExceededError" }] },
    clearRefused: { done: [null], error: [{ kind: "unexpected", message: "SecurityError" }] },
    renew: {
      done: [{ token: "current", isNewUser: false, userItem: sampleUser }],
      error: [
        { kind: "api", error: "launchDataExpired", message: "" },
        { kind: "network" },
        { kind: "api", error: "notAvailable", message: "" },
      ],
    },
    keepRenewed: { done: [null], error: [{ kind: "unexpected", message: "QuotaExceededError" }] },
    fetchUser: { done: [sampleUser], error: [{ kind: "unauthorized" }, { kind: "network" }] },
    logout: { done: [null], error: [{ kind: "network" }] },
  },
  key: ({ launch, token, isNewUser, isRenewed, notice, failure }) => ({
    lacksNetwork: failure?.kind === "network",
    hasLaunch: launch !== null,
    isFromGroup: (launch?.startParam ?? null) !== null,
    token,
    isNewUser,
    isRenewed,
    hasLookupFailed: notice === "userLookupFailed",
    hasLeft: notice === "loggedOut",
  }),
  invariants: {
    "logged in is the same as having a token": ({ token }, isIn) =>
      (token !== null) === (isIn("loggedIn") || isIn("renewing") || isIn("saving") || isIn("loggingOut")),
    "a logged-in user is the messenger's": ({ launch, userId }, isIn) =>
      !isIn("loggedIn") || (userId !== null && userId === launch?.tgUserId),
    "nobody's data outlives a session": ({ token, user, userId, isNewUser }) =>
      token !== null || (user === null && userId === null && !isNewUser),
    "without launch data nobody logs in": ({ launch }, isIn) => launch !== null || isIn("idle") || isIn("loggedOut"),
  },
});
