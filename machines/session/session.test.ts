import { expect, test } from "vitest";
import type { components } from "#contract/schema.d.ts";
import { sampleLaunch, sampleUser as USER } from "#tests/support/samples.ts";
import { openChart, settle } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import { type LoginAnswer, sessionMachine, type StoredSession } from "./session.machine.ts";
import { viewSession } from "./session.view.ts";

type UserItem = components["schemas"]["UserItem"];

const LAUNCH = { ...sampleLaunch, initData: "user=…" };
const KEPT: StoredSession = { token: "kept", userId: "42" };
const TAIWANESE: UserItem = { ...USER, lang: "zh_TW" };

interface Known {
  /** Null: storage is denied. */
  stored?: StoredSession | null;
  login?: () => LoginAnswer | Promise<LoginAnswer>;
  user?: () => UserItem;
  clear?: () => null;
  logout?: () => null | Promise<null>;
  launch?: typeof LAUNCH | null;
}

const reject = (failure: Failure) => (): never => {
  throw failure;
};

/** The session of somebody who has opened the app. */
async function open({
  stored = { token: null, userId: null },
  login,
  clear,
  user = () => USER,
  logout = () => null,
  launch = LAUNCH,
}: Known = {}) {
  const calls: string[] = [];
  let logins = 0;
  const touch = <Answer>(answer: Answer): Answer => {
    if (stored === null) throw new DOMException("denied", "SecurityError");
    return answer;
  };
  const logIn = () => ({ token: `token${String((logins += 1))}`, isNewUser: false, userItem: USER });
  const note = <Answer>(call: string, answer: () => Answer): Answer => {
    calls.push(call);
    return answer();
  };
  const chart = openChart(sessionMachine, viewSession, {
    world: {
      readStored: () => note("readStored", () => touch(stored ?? KEPT)),
      saveStored: ({ token, userId }) => note(`save ${token} ${userId}`, () => touch(null)),
      clearStored: ({ hasLeft }) =>
        note(hasLeft ? "clear session and forms" : "clear session", clear ?? (() => touch(null))),
      authenticate: ({ initData }) => note(`login ${initData}`, login ?? logIn),
      joinGroup: ({ initData }) => note(`join ${initData}`, login ?? reject(OFFLINE)),
      fetchUser: () => note("fetchUser", user),
      logout: ({ token }) => note(`logout ${token}`, logout),
    },
  });
  const first = chart.send({ type: "session.start", launch });
  await settle();
  const listNews = () =>
    chart.emitted.map((event) =>
      event.type === "toast.show" ? event.labelKey : event.type === "navigate" ? event.to : event.type,
    );
  const listLanguages = () => chart.listTold("session.opened").map(({ lang }) => lang);
  const getToken = () => chart.actor.getSnapshot().context.token;
  return { ...chart, first, calls, listNews, listLanguages, getToken };
}

test("the first visit logs in silently", async () => {
  const { calls, listNews, look } = await open();
  expect(look()).toMatchObject({ status: "loggedIn", user: USER, noticeKey: null });
  expect(calls).toEqual(["readStored", "login user=…", "save token1 42"]);
  expect(listNews()).toEqual(["session.opened"]);
});

test("a login tells the server's language as it is spelled on the wire, a stored session does not know it", async () => {
  const login = () => ({ token: "new", isNewUser: false, userItem: TAIWANESE });
  const first = await open({ login });
  expect(first.listLanguages()).toEqual(["zh_TW"]);

  const later = await open({ stored: KEPT, login, user: () => TAIWANESE });
  await later.act({ type: "session.unauthorized", token: "kept" });
  expect(later.listLanguages()).toEqual([null, "zh_TW"]);
});

test.each(["g_signed", "c_envelope_signed"])(
  "a later visit from a group by %s has the app at once, and tells the server of the group meanwhile",
  async (startParam) => {
    const launch = { ...LAUNCH, startParam };
    const slow = Promise.withResolvers<LoginAnswer>();
    const joined = await open({ stored: KEPT, launch, login: () => slow.promise });
    expect(joined.look()).toMatchObject({ status: "loggedIn", user: USER });
    expect(joined.listNews()).toEqual(["session.opened"]);
    slow.resolve({ token: "joined", isNewUser: false, userItem: USER });
    await settle();
    expect(joined.getToken()).toBe("joined");
    expect(joined.calls).toEqual(["readStored", "fetchUser", "join user=…", "save joined 42"]);
    expect(joined.listNews()).toEqual(["session.opened", "session.joined"]);

    const login = reject(refuse("launchDataExpired"));
    const { calls, listNews, getToken } = await open({ stored: KEPT, launch, login });
    expect(getToken()).toBe("kept");
    expect(calls).toEqual(["readStored", "fetchUser", "join user=…"]);
    expect(listNews()).toEqual(["session.opened"]);
  },
);

test("a refused session is renewed without a word: the page stays, and nothing of the user's ends", async () => {
  const { actor, calls, listNews, look, act } = await open();
  const seen = new Set<string>();
  actor.subscribe(() => seen.add(look().status));
  await act({ type: "session.unauthorized", token: "token1" });
  expect([...seen]).toEqual(["loggedIn"]);
  expect(actor.getSnapshot().context).toMatchObject({ token: "token2", userId: "42", user: USER });
  expect(listNews()).toEqual(["session.opened", "session.opened"]);
  expect(calls.at(-1)).toBe("save token2 42");
});

test.each([
  ["the account was deleted meanwhile", "notAvailable", "accountDeleted", null],
  ["the launch data is too old", "launchDataExpired", "launchExpired", "launchDataExpired"],
  ["the login is refused", "loginVerificationFailed", "loggedOut", "loginVerificationFailed"],
] as const)("a session that cannot be renewed ends: %s", async (_, refusal, status, reason) => {
  const { listNews, look, act } = await open({ stored: KEPT, login: reject(refuse(refusal)) });
  await act({ type: "session.unauthorized", token: "kept" });
  const failureKey = reason === null ? null : `errors:${reason}`;
  expect(look()).toMatchObject({ status, user: null, failureKey });
  expect(listNews()).toEqual(["session.opened", "session.closed", "/login"]);
});

test("a deleted account is forgotten here, and nothing logs in again by itself or by a press", async () => {
  const { calls, listNews, look, act } = await open();
  await act({ type: "session.accountDeleted" });
  expect(look()).toMatchObject({
    status: "accountDeleted",
    noticeKey: "app:session.accountDeleted",
    actions: [{ event: { type: "ui.closeApp" } }],
  });
  await act({ type: "ui.login" });
  expect(calls.slice(2)).toEqual(["save token1 42", "clear session and forms"]);
  expect(listNews()).toEqual(["session.opened", "session.closed", "/login"]);
});

test("launch data of before a deletion opens no new account", async () => {
  const { listNews, look, press } = await open({ login: reject(refuse("notAvailable")) });
  expect(look().status).toBe("accountDeleted");
  press("ui.closeApp");
  expect(listNews()).toEqual(["session.closed", "/login", "app.close"]);
});

test("launch data of before a deletion ends what is left of the session when it tells of a group", async () => {
  const launch = { ...LAUNCH, startParam: "g_signed" };
  const { look, calls } = await open({ stored: KEPT, launch, login: reject(refuse("notAvailable")) });
  expect(look().status).toBe("accountDeleted");
  expect(calls.at(-1)).toBe("clear session and forms");
});

test.each([
  ["can be written", undefined],
  ["is read-only", reject({ kind: "unexpected", message: "QuotaExceededError" })],
])("a stored user who is not the messenger's is reported, cleared and replaced; storage %s", async (_, clear) => {
  const { calls, listNews } = await open({ stored: { token: "hers", userId: "77" }, clear });
  expect(listNews()).toEqual(["session.closed", "app:session.userChanged", "/login", "session.opened"]);
  expect(calls).toEqual(["readStored", "clear session and forms", "login user=…", "save token1 42"]);
});

test.each([
  ["kept", { token: null, userId: null }],
  ["denied by the browser", null],
])("a refused session is renewed once, then the user decides; storage is %s", async (_, stored) => {
  const { calls, listNews, look, act, send, getToken } = await open({ stored });
  await act({ type: "session.unauthorized", token: "token1" });
  expect(getToken()).toBe("token2");
  send({ type: "session.unauthorized", token: "token1" });
  expect(getToken()).toBe("token2");
  await act({ type: "session.unauthorized", token: "token2" });
  expect(look()).toMatchObject({
    status: "loggedOut",
    noticeKey: "app:session.sessionEnded",
    actions: [{ event: { type: "ui.login" } }],
  });
  expect(listNews()).toEqual(["session.opened", "session.opened", "session.closed", "/login"]);
  // The person is still there, and so is what they typed.
  expect(calls.filter((call) => call.startsWith("clear"))).toEqual(["clear session", "clear session"]);
});

test("a session that has held for a minute is renewed again", async () => {
  const { clock, look, act, getToken } = await open();
  for (const [token, next] of [
    ["token1", "token2"],
    ["token2", "token3"],
  ] as const) {
    await act({ type: "session.unauthorized", token });
    expect(getToken()).toBe(next);
    clock.increment(60_000);
  }
  await act({ type: "session.unauthorized", token: "token3" });
  clock.increment(59_999);
  await act({ type: "session.unauthorized", token: "token4" });
  expect(look().status).toBe("loggedOut");
});

test("a stored session that the server refuses is renewed", async () => {
  const { listNews, look, act, getToken } = await open({ stored: KEPT, user: reject({ kind: "unauthorized" }) });
  expect(getToken()).toBe("token1");
  expect(listNews()).toEqual(["session.opened", "session.opened"]);
  await act({ type: "session.refreshUser" });
  expect(look()).toMatchObject({
    status: "loggedOut",
    noticeKey: "app:session.sessionEnded",
  });
});

test.each(["ui.login", "app.online"] as const)(
  "a session that could not be renewed for want of a network is renewed again after %s, and nothing is said of it",
  async (type) => {
    const server = { refusal: null as Failure | null, logins: 0 };
    const { act, getToken } = await open({
      login: () => {
        if (server.refusal !== null) throw server.refusal;
        return { token: `token${String((server.logins += 1))}`, isNewUser: false, userItem: USER };
      },
    });
    server.refusal = OFFLINE;
    expect(await act({ type: "session.unauthorized", token: "token1" })).toMatchObject({
      status: "loggedOut",
      noticeKey: "app:session.sessionEnded",
      failureKey: "errors:network",
    });
    expect(await act({ type })).toMatchObject({ status: "loggedOut", noticeKey: null });
    server.refusal = null;
    expect((await act({ type })).status).toBe("loggedIn");
    expect((await act({ type: "session.unauthorized", token: "token2" })).status).toBe("loggedIn");
    expect(getToken()).toBe("token3");
  },
);

test("a renewal forgets why the user could not be looked up before", async () => {
  const { look, act } = await open({ stored: KEPT, user: reject(OFFLINE) });
  await act({ type: "session.unauthorized", token: "kept" });
  expect(look()).toMatchObject({ status: "loggedIn", noticeKey: null, failureKey: null });
});

test.each([
  ["ui.logout", "loggedOut"],
  ["session.accountDeleted", "accountDeleted"],
] as const)("storage that cannot be written holds nobody back: after %s the session is over", async (type, status) => {
  const clear = reject({ kind: "unexpected", message: "QuotaExceededError" });
  const { listNews, look, act } = await open({ clear });
  await act({ type });
  expect(look()).toMatchObject({ status, user: null });
  expect(listNews()).toEqual(["session.opened", "session.closed", "/login"]);
});

test("launch data that has grown too old offers nothing but to close", async () => {
  const { listNews, look, press } = await open({ login: reject(refuse("launchDataExpired")) });
  const { status, actions, failureKey } = look();
  expect({ status, failureKey, events: actions.map(({ event }) => event.type) }).toEqual({
    status: "launchExpired",
    failureKey: "errors:launchDataExpired",
    events: ["ui.closeApp"],
  });
  press("ui.closeApp");
  expect(listNews()).toEqual(["app.close"]);
});

test("too many logins say how long to wait", async () => {
  const { look } = await open({ login: reject(refuse("tooManyTries", { retryAfterSeconds: 42 })) });
  expect(look()).toMatchObject({
    status: "loggedOut",
    failureKey: "errors:tooManyTries",
    failureValues: { context: "seconds", wait: "42" },
  });
});

test("with storage denied the session lives in memory", async () => {
  const { calls, look, act } = await open({ stored: null });
  expect(look().status).toBe("loggedIn");
  expect(calls).toEqual(["readStored", "login user=…", "save token1 42"]);
  for (const _ of ["first", "second"]) await act({ type: "session.check" });
  expect(look().status).toBe("loggedIn");
  expect(calls.slice(3)).toEqual(["readStored", "readStored"]);
});

test("who logs out waits five seconds for the server, and no longer", async () => {
  const { calls, look, send, pass } = await open({ logout: () => new Promise(() => undefined) });
  send({ type: "ui.logout" });
  await pass(4_999);
  expect(calls.at(-1)).toBe("logout token1");
  await pass(1);
  expect(calls.at(-1)).toBe("clear session and forms");
  expect(look().status).toBe("loggedOut");
});

test("a failed lookup says that the login may have expired, and can be asked for again", async () => {
  const server = { isAway: true };
  const { actor, first, listNews, look, press } = await open({
    stored: KEPT,
    user: () => {
      if (server.isAway) throw OFFLINE;
      return USER;
    },
  });
  expect(first.status).toBe("pending");
  expect(look()).toMatchObject({
    status: "loggedIn",
    user: null,
    noticeKey: "app:session.userLookupFailed",
    failureKey: "errors:network",
  });
  expect(listNews()).toEqual(["session.opened", "app:session.userLookupFailed"]);
  server.isAway = false;
  press("ui.retryUser");
  await settle();
  expect(look()).toMatchObject({ user: USER, noticeKey: null, failureKey: null });
  expect(actor.getSnapshot().matches({ loggedIn: { user: "settled" } })).toBe(true);
});

test("outside the messenger nobody is logged in and nothing is read, until it answers late", async () => {
  const { calls, look, act } = await open({ stored: KEPT, launch: null });
  expect(look()).toMatchObject({ status: "loggedOut", actions: [] });
  expect(calls).toEqual([]);
  expect((await act({ type: "session.start", launch: LAUNCH })).status).toBe("loggedIn");
});

test("the user is read again where something changes while a reading or a check is under way", async () => {
  const { calls, act } = await open({ stored: KEPT });
  calls.length = 0;
  await act({ type: "session.refreshUser" }, { type: "session.refreshUser" }, { type: "session.check" });
  expect(calls).toEqual(["fetchUser", "fetchUser", "readStored"]);
  await act({ type: "session.check" }, { type: "session.refreshUser" });
  expect(calls.slice(3)).toEqual(["readStored", "fetchUser"]);
});

test("another person who takes over the storage ends the session at the next navigation", async () => {
  const stored: StoredSession = { token: null, userId: null };
  const { calls, listNews, act } = await open({ stored });
  Object.assign(stored, { token: "hers", userId: "77" });
  await act({ type: "session.check" });
  expect(listNews().slice(1)).toEqual(["session.closed", "app:session.userChanged", "/login", "session.opened"]);
  expect(calls.slice(3)).toEqual(["readStored", "clear session and forms", "login user=…", "save token2 42"]);
});

test("whoever logs out stays out until the login is pressed, and the server's session is over", async () => {
  const server = { refusal: null as Failure | null };
  const { calls, act } = await open({
    stored: KEPT,
    login: () => {
      if (server.refusal !== null) throw server.refusal;
      return { token: "new", isNewUser: false, userItem: USER };
    },
  });
  await act({ type: "ui.logout" });
  expect(calls.slice(2)).toEqual(["logout kept", "clear session and forms"]);
  expect(await act({ type: "session.check" })).toMatchObject({
    status: "loggedOut",
    noticeKey: "app:session.loggedOut",
  });
  server.refusal = refuse("loginVerificationFailed");
  expect(await act({ type: "ui.login" })).toMatchObject({
    status: "loggedOut",
    noticeKey: null,
    failureKey: "errors:loginVerificationFailed",
  });
  server.refusal = null;
  expect(await act({ type: "ui.login" })).toMatchObject({ status: "loggedIn", failureKey: null });
});
