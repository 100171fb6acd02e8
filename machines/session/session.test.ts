import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../kit/failure.ts";
import { type LoginAnswer, sessionMachine, type StoredSession } from "./session.machine.ts";
import { viewSession } from "./session.view.ts";

type UserItem = components["schemas"]["UserItem"];

const LAUNCH = { initData: "user=…", tgUserId: "42", languageCode: null, startParam: null };
const USER: UserItem = {
  tgUserId: 42,
  name: "Ann Lee",
  username: "ann",
  url: null,
  lang: "en",
  email: null,
  walletAddress: null,
  externalPaymentCode: null,
  hasSecurityCode: false,
  vipLevel: 0,
  spendingBlocks: [],
};

const TAIWANESE: UserItem = { ...USER, lang: "zh_TW" };

interface World {
  /** Null: storage is denied. */
  stored?: StoredSession | null;
  login?: () => Promise<LoginAnswer>;
  user?: () => Promise<UserItem>;
  clear?: () => Promise<null>;
  logout?: () => Promise<null>;
}

const reject = (failure: Failure) => () => Promise.reject(failure);

async function open(stored: StoredSession | null): Promise<StoredSession> {
  if (stored === null) throw new DOMException("denied", "SecurityError");
  return stored;
}

function startSession({
  stored = { token: null, userId: null },
  login,
  clear,
  user = () => Promise.resolve(USER),
  logout = () => Promise.resolve(null),
}: World) {
  const calls: string[] = [];
  const clock = new SimulatedClock();
  let logins = 0;
  const note = <Result>(name: string, result: () => Promise<Result>) => {
    calls.push(name);
    return result();
  };
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        readStored: fromPromise<StoredSession, undefined>(() => note("readStored", () => open(stored))),
        saveStored: fromPromise<null, { token: string; userId: string }>(({ input }) =>
          note(`save ${input.token} ${input.userId}`, () => open(stored).then(() => null)),
        ),
        clearStored: fromPromise<null, { hasLeft: boolean }>(({ input }) =>
          note(
            input.hasLeft ? "clear session and forms" : "clear session",
            clear ?? (() => open(stored).then(() => null)),
          ),
        ),
        authenticate: fromPromise<LoginAnswer, { initData: string }>(({ input }) =>
          note(
            `login ${input.initData}`,
            login ??
              (() => Promise.resolve({ token: `token${String((logins += 1))}`, isNewUser: false, userItem: USER })),
          ),
        ),
        joinGroup: fromPromise<LoginAnswer, { initData: string }>(({ input }) =>
          note(`join ${input.initData}`, login ?? (() => Promise.reject(new Error("no answer")))),
        ),
        fetchUser: fromPromise<UserItem, undefined>(() => note("fetchUser", user)),
        logout: fromPromise<null, { token: string }>(({ input }) => note(`logout ${input.token}`, logout)),
      },
    }),
    { clock },
  );
  const emitted: string[] = [];
  const opened: (string | null)[] = [];
  actor.on("session.opened", ({ lang }) => opened.push(lang));
  actor.on("*", (event) =>
    emitted.push(event.type === "toast.show" ? event.labelKey : event.type === "navigate" ? event.to : event.type),
  );
  actor.start();
  return { actor, calls, clock, emitted, opened };
}

const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test("the first visit logs in silently", async () => {
  const { actor, calls, emitted } = startSession({});
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({
    status: "loggedIn",
    user: USER,
    isFetchingUser: false,
    noticeKey: null,
  });
  expect(calls).toEqual(["readStored", "login user=…", "save token1 42"]);
  expect(emitted).toEqual(["session.opened"]);
});

test("a login tells the server's language as it is spelled on the wire, a stored session does not know it", async () => {
  const login = () => Promise.resolve({ token: "new", isNewUser: false, userItem: TAIWANESE });
  const first = startSession({ login });
  first.actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(first.opened).toEqual(["zh_TW"]);

  const later = startSession({
    stored: { token: "kept", userId: "42" },
    login,
    user: () => Promise.resolve(TAIWANESE),
  });
  later.actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  later.actor.send({ type: "session.unauthorized", token: "kept" });
  await flush();
  expect(later.opened).toEqual([null, "zh_TW"]);
});

test("a later visit reads the user with the stored token", async () => {
  const { actor, calls } = startSession({ stored: { token: "kept", userId: "42" } });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(actor.getSnapshot().context.token).toBe("kept");
  expect(calls).toEqual(["readStored", "fetchUser"]);
});

test.each(["g_signed", "c_envelope_signed"])(
  "a later visit from a group by %s has the app at once, and tells the server of the group meanwhile",
  async (startParam) => {
    const stored = { token: "kept", userId: "42" };
    const launch = { ...LAUNCH, startParam };
    let answer: (login: LoginAnswer) => void = () => undefined;
    const slow = new Promise<LoginAnswer>((resolve) => {
      answer = resolve;
    });
    const joined = startSession({ stored, login: () => slow });
    joined.actor.send({ type: "session.start", launch });
    await flush();
    expect(viewSession(joined.actor.getSnapshot())).toMatchObject({ status: "loggedIn", user: USER });
    expect(joined.emitted).toEqual(["session.opened"]);
    answer({ token: "joined", isNewUser: false, userItem: USER });
    await flush();
    expect(joined.actor.getSnapshot().context.token).toBe("joined");
    expect(joined.calls).toEqual(["readStored", "fetchUser", "join user=…", "save joined 42"]);
    expect(joined.emitted).toEqual(["session.opened", "session.joined"]);

    const login = reject({ kind: "api", error: "launchDataExpired", message: "" });
    const { actor, calls, emitted } = startSession({ stored, login });
    actor.send({ type: "session.start", launch });
    await flush();
    expect(actor.getSnapshot().context.token).toBe("kept");
    expect(calls).toEqual(["readStored", "fetchUser", "join user=…"]);
    expect(emitted).toEqual(["session.opened"]);
  },
);

test("a refused session is renewed without a word: the page stays, and nothing of the user's ends", async () => {
  const { actor, calls, emitted } = startSession({});
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  const seen: string[] = [];
  actor.subscribe((snapshot) => seen.push(viewSession(snapshot).status));
  actor.send({ type: "session.unauthorized", token: "token1" });
  await flush();
  expect([...new Set(seen)]).toEqual(["loggedIn"]);
  expect(actor.getSnapshot().context).toMatchObject({ token: "token2", userId: "42", user: USER });
  expect(emitted).toEqual(["session.opened", "session.opened"]);
  expect(calls.at(-1)).toBe("save token2 42");
});

test.each([
  ["the account was deleted meanwhile", { error: "notAvailable", message: "" }, "accountDeleted", null],
  ["the launch data is too old", { error: "launchDataExpired", message: "" }, "launchExpired", "launchDataExpired"],
  ["the login is refused", { error: "loginVerificationFailed", message: "" }, "loggedOut", "loginVerificationFailed"],
] as const)("a session that cannot be renewed ends: %s", async (_, refusal, status, reason) => {
  const { actor, emitted } = startSession({
    stored: { token: "kept", userId: "42" },
    login: reject({ kind: "api", ...refusal }),
  });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  actor.send({ type: "session.unauthorized", token: "kept" });
  await flush();
  const failureKey = reason === null ? null : `errors:${reason}`;
  expect(viewSession(actor.getSnapshot())).toMatchObject({ status, user: null, failureKey });
  expect(emitted).toEqual(["session.opened", "session.closed", "/login"]);
});

test("a deleted account is forgotten here, and nothing logs in again by itself or by a press", async () => {
  const { actor, calls, emitted } = startSession({});
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  actor.send({ type: "session.accountDeleted" });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({
    status: "accountDeleted",
    noticeKey: "app:session.accountDeleted",
    actions: [{ event: { type: "ui.closeApp" } }],
  });
  actor.send({ type: "ui.login" });
  await flush();
  expect(calls.slice(2)).toEqual(["save token1 42", "clear session and forms"]);
  expect(emitted).toEqual(["session.opened", "session.closed", "/login"]);
});

test("launch data of before a deletion opens no new account", async () => {
  const { actor, emitted } = startSession({ login: reject({ kind: "api", error: "notAvailable", message: "" }) });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(viewSession(actor.getSnapshot()).status).toBe("accountDeleted");
  actor.send({ type: "ui.closeApp" });
  expect(emitted).toEqual(["session.closed", "/login", "app.close"]);
});

test.each([
  ["can be written", undefined],
  ["is read-only", reject({ kind: "unexpected", message: "QuotaExceededError" })],
])("a stored user who is not the messenger's is reported, cleared and replaced; storage %s", async (_, clear) => {
  const { actor, calls, emitted } = startSession({ stored: { token: "hers", userId: "77" }, clear });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(emitted).toEqual(["session.closed", "app:session.userChanged", "/login", "session.opened"]);
  expect(calls).toEqual(["readStored", "clear session and forms", "login user=…", "save token1 42"]);
});

test.each([
  ["kept", { token: null, userId: null }],
  ["denied by the browser", null],
])("a refused session is renewed once, then the user decides; storage is %s", async (_, stored) => {
  const { actor, calls, emitted } = startSession({ stored });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  actor.send({ type: "session.unauthorized", token: "token1" });
  await flush();
  expect(actor.getSnapshot().context.token).toBe("token2");
  actor.send({ type: "session.unauthorized", token: "token1" });
  expect(actor.getSnapshot().context.token).toBe("token2");
  actor.send({ type: "session.unauthorized", token: "token2" });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({
    status: "loggedOut",
    noticeKey: "app:session.sessionEnded",
    actions: [{ event: { type: "ui.login" } }],
  });
  expect(emitted).toEqual(["session.opened", "session.opened", "session.closed", "/login"]);
  // The person is still there, and so is what they typed.
  expect(calls.filter((call) => call.startsWith("clear"))).toEqual(["clear session", "clear session"]);
});

test("a session that has held for a minute is renewed again", async () => {
  const { actor, clock } = startSession({});
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  for (const [token, next] of [
    ["token1", "token2"],
    ["token2", "token3"],
  ] as const) {
    actor.send({ type: "session.unauthorized", token });
    await flush();
    expect(actor.getSnapshot().context.token).toBe(next);
    clock.increment(60_000);
  }
  actor.send({ type: "session.unauthorized", token: "token3" });
  await flush();
  clock.increment(59_999);
  actor.send({ type: "session.unauthorized", token: "token4" });
  await flush();
  expect(viewSession(actor.getSnapshot()).status).toBe("loggedOut");
});

test("a stored session that the server refuses is renewed", async () => {
  const { actor, emitted } = startSession({
    stored: { token: "kept", userId: "42" },
    user: reject({ kind: "unauthorized" }),
  });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(actor.getSnapshot().context.token).toBe("token1");
  expect(emitted).toEqual(["session.opened", "session.opened"]);
  actor.send({ type: "session.refreshUser" });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({
    status: "loggedOut",
    noticeKey: "app:session.sessionEnded",
  });
});

test.each(["ui.login", "app.online"] as const)(
  "a session that could not be renewed for want of a network is renewed again after %s, and nothing is said of it",
  async (type) => {
    const server = { refusal: null as Failure | null, logins: 0 };
    const { actor } = startSession({
      login: async () => {
        if (server.refusal !== null) throw server.refusal;
        return { token: `token${String((server.logins += 1))}`, isNewUser: false, userItem: USER };
      },
    });
    const act = async (event: Parameters<typeof actor.send>[0], refusal: Failure | null = null) => {
      server.refusal = refusal;
      actor.send(event);
      await flush();
      return viewSession(actor.getSnapshot());
    };
    await act({ type: "session.start", launch: LAUNCH });
    expect(await act({ type: "session.unauthorized", token: "token1" }, { kind: "network" })).toMatchObject({
      status: "loggedOut",
      noticeKey: "app:session.sessionEnded",
      failureKey: "errors:network",
    });
    expect(await act({ type }, { kind: "network" })).toMatchObject({ status: "loggedOut", noticeKey: null });
    expect((await act({ type })).status).toBe("loggedIn");
    expect((await act({ type: "session.unauthorized", token: "token2" })).status).toBe("loggedIn");
    expect(actor.getSnapshot().context.token).toBe("token3");
  },
);

test("a renewal forgets why the user could not be looked up before", async () => {
  const { actor } = startSession({ stored: { token: "kept", userId: "42" }, user: reject({ kind: "network" }) });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  actor.send({ type: "session.unauthorized", token: "kept" });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({ status: "loggedIn", noticeKey: null, failureKey: null });
});

test.each([
  ["ui.logout", "loggedOut"],
  ["session.accountDeleted", "accountDeleted"],
] as const)("storage that cannot be written holds nobody back: after %s the session is over", async (type, status) => {
  const clear = reject({ kind: "unexpected", message: "QuotaExceededError" });
  const { actor, emitted } = startSession({ clear });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  actor.send({ type });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({ status, user: null });
  expect(emitted).toEqual(["session.opened", "session.closed", "/login"]);
});

test("launch data that has grown too old offers nothing but to close", async () => {
  const { actor, emitted } = startSession({ login: reject({ kind: "api", error: "launchDataExpired", message: "" }) });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  const { status, actions, failureKey } = viewSession(actor.getSnapshot());
  expect({ status, failureKey, events: actions.map(({ event }) => event.type) }).toEqual({
    status: "launchExpired",
    failureKey: "errors:launchDataExpired",
    events: ["ui.closeApp"],
  });
  actor.send({ type: "ui.closeApp" });
  expect(emitted).toEqual(["app.close"]);
});

test("too many logins say how long to wait", async () => {
  const failure = { kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 42 } as const;
  const { actor } = startSession({ login: reject(failure) });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({
    status: "loggedOut",
    failureKey: "errors:tooManyTries",
    failureValues: { context: "seconds", wait: "42" },
  });
});

test("with storage denied the session lives in memory", async () => {
  const { actor, calls } = startSession({ stored: null });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(viewSession(actor.getSnapshot()).status).toBe("loggedIn");
  expect(calls).toEqual(["readStored", "login user=…", "save token1 42"]);
  for (const _ of ["first", "second"]) {
    actor.send({ type: "session.check" });
    await flush();
  }
  expect(viewSession(actor.getSnapshot()).status).toBe("loggedIn");
  expect(calls.slice(3)).toEqual(["readStored", "readStored"]);
});

test("who logs out waits five seconds for the server, and no longer", async () => {
  const { actor, calls, clock } = startSession({ logout: () => new Promise(() => undefined) });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  actor.send({ type: "ui.logout" });
  clock.increment(4_999);
  await flush();
  expect(calls.at(-1)).toBe("logout token1");
  clock.increment(1);
  await flush();
  expect(calls.at(-1)).toBe("clear session and forms");
  expect(viewSession(actor.getSnapshot()).status).toBe("loggedOut");
});

test("a failed lookup says that the login may have expired, and can be asked for again", async () => {
  const server = { isAway: true };
  const { actor, emitted } = startSession({
    stored: { token: "kept", userId: "42" },
    user: async () => {
      if (server.isAway) throw { kind: "network" };
      return USER;
    },
  });
  actor.send({ type: "session.start", launch: LAUNCH });
  expect(viewSession(actor.getSnapshot()).status).toBe("pending");
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({
    status: "loggedIn",
    user: null,
    isFetchingUser: false,
    noticeKey: "app:session.userLookupFailed",
    failureKey: "errors:network",
  });
  expect(emitted).toEqual(["session.opened", "app:session.userLookupFailed"]);
  server.isAway = false;
  actor.send({ type: "ui.retryUser" });
  expect(viewSession(actor.getSnapshot()).isFetchingUser).toBe(true);
  await flush();
  const healed = { user: USER, isFetchingUser: false, noticeKey: null, failureKey: null };
  expect(viewSession(actor.getSnapshot())).toMatchObject(healed);
});

test("outside the messenger nobody is logged in and nothing is read, until it answers late", async () => {
  const { actor, calls } = startSession({ stored: { token: "kept", userId: "42" } });
  actor.send({ type: "session.start", launch: null });
  await flush();
  expect(viewSession(actor.getSnapshot())).toMatchObject({ status: "loggedOut", actions: [] });
  expect(calls).toEqual([]);
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  expect(viewSession(actor.getSnapshot()).status).toBe("loggedIn");
});

test("the user is read again where something changes while a reading or a check is under way", async () => {
  const { actor, calls } = startSession({ stored: { token: "kept", userId: "42" } });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  calls.length = 0;
  actor.send({ type: "session.refreshUser" });
  actor.send({ type: "session.refreshUser" });
  actor.send({ type: "session.check" });
  await flush();
  expect(calls).toEqual(["fetchUser", "fetchUser", "readStored"]);
  actor.send({ type: "session.check" });
  actor.send({ type: "session.refreshUser" });
  await flush();
  expect(calls.slice(3)).toEqual(["readStored", "fetchUser"]);
});

test("another person who takes over the storage ends the session at the next navigation", async () => {
  const stored: StoredSession = { token: null, userId: null };
  const { actor, calls, emitted } = startSession({ stored });
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  Object.assign(stored, { token: "hers", userId: "77" });
  actor.send({ type: "session.check" });
  await flush();
  expect(emitted.slice(1)).toEqual(["session.closed", "app:session.userChanged", "/login", "session.opened"]);
  expect(calls.slice(3)).toEqual(["readStored", "clear session and forms", "login user=…", "save token2 42"]);
});

test("whoever logs out stays out until the login is pressed, and the server's session is over", async () => {
  const server = { refusal: null as Failure | null };
  const { actor, calls } = startSession({
    stored: { token: "kept", userId: "42" },
    login: async () => {
      if (server.refusal !== null) throw server.refusal;
      return { token: "new", isNewUser: false, userItem: USER };
    },
  });
  const act = async (type: "ui.logout" | "ui.login" | "session.check") => {
    actor.send({ type });
    await flush();
    return viewSession(actor.getSnapshot());
  };
  actor.send({ type: "session.start", launch: LAUNCH });
  await flush();
  await act("ui.logout");
  expect(calls.slice(2)).toEqual(["logout kept", "clear session and forms"]);
  expect(await act("session.check")).toMatchObject({ status: "loggedOut", noticeKey: "app:session.loggedOut" });
  server.refusal = { kind: "api", error: "loginVerificationFailed", message: "" };
  expect(await act("ui.login")).toMatchObject({
    status: "loggedOut",
    noticeKey: null,
    failureKey: "errors:loginVerificationFailed",
  });
  server.refusal = null;
  expect(await act("ui.login")).toMatchObject({ status: "loggedIn", failureKey: null });
});
