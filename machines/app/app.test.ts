import { expect, test } from "vitest";
import { type AnyActorLogic, type EventFrom, fromCallback, fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleLaunch, sampleSystemInfo, sampleUser } from "#tests/support/samples.ts";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { createEnvironmentService } from "../environment/environment.machine.ts";
import type { Launch } from "../environment/launch.ts";
import { pagedListMachine } from "../kit/pagedList/pagedList.machine.ts";
import { createResourceMachine } from "../kit/resource/resource.machine.ts";
import { createLanguageService } from "../language/language.machine.ts";
import { createSessionService, type StoredSession } from "../session/session.machine.ts";
import { appMachine } from "./app.machine.ts";
import { viewApp } from "./app.view.ts";
import { selectFlow } from "./flows.ts";

const RECORDS = { type: "flow.start", flow: "sentRecords", input: { list: "sent" } } as const;
const START = { type: "app.start" } as const;

/** What the root finds: the language that the server keeps, the session that the device keeps. `launch` is null outside the messenger. */
interface Known {
  launch?: Launch | null;
  lang?: components["schemas"]["Lang"];
  stored?: StoredSession;
  /** Whether the next login creates the person. */
  isNew?: boolean;
  flow?: AnyActorLogic;
}

/** The root with its real services; only what they ask of the world is answered here. */
function startApp({
  launch = { ...sampleLaunch, languageCode: "km" },
  lang = "km",
  stored = { token: null, userId: null },
  isNew = false,
  flow = pagedListMachine,
}: Known = {}) {
  const asked: string[] = [];
  const userItem = { ...sampleUser, lang };
  let logins = 0;
  const calls = { systemInfo: 0, isOffline: false, isLaunchOld: false };
  const isInside = () => launch !== null;
  const keep = () => null;
  const note = <Answer>(call: string, answer: Answer): Answer => {
    asked.push(call);
    return answer;
  };
  const chart = openChart(appMachine, viewApp, {
    world: {
      flow: flow as never,
      systemInfo: provideWorld(createResourceMachine<components["schemas"]["SystemInfo"], null>(), {
        read: () => {
          calls.systemInfo += 1;
          if (calls.isOffline) throw OFFLINE;
          return sampleSystemInfo;
        },
      }),
      environment: provideWorld(createEnvironmentService({}), {
        readLaunch: () => (launch === null ? { kind: "outside" } : { kind: "launched", launch }),
        probeTheme: isInside,
        signalReady: isInside,
      }),
      session: provideWorld(createSessionService({}), {
        readStored: () => note("stored session", stored),
        saveStored: keep,
        clearStored: keep,
        authenticate: () => {
          if (calls.isLaunchOld) throw refuse("launchDataExpired");
          logins += 1;
          return { token: `token${String(logins)}`, isNewUser: isNew && logins === 1, userItem };
        },
        fetchUser: () => note("user", userItem),
        logout: keep,
      }),
      language: provideWorld(createLanguageService({}), {
        readStored: () => ({ language: null, isChosenHere: false, linked: null, browserTags: ["vi"] }),
        saveStored: keep,
        applyLanguage: keep,
        saveOnServer: keep,
        fetchLanguage: () => note("language", lang),
      }),
    },
  });
  const { actor, emitted } = chart;
  const findServices = () => actor.getSnapshot().children;
  const see = () => ({
    token: findServices().session?.getSnapshot().context.token,
    language: findServices().language?.getSnapshot().context.language,
  });
  const findFlow = (key?: string) => selectFlow(actor.getSnapshot(), "sentRecords", key);
  const isWelcomeDue = () => actor.getSnapshot().context.isWelcomeDue;
  const listNews = () => emitted.map((event) => ("to" in event ? `${event.type} ${event.to}` : event.type));
  return { ...chart, calls, asked, findServices, see, findFlow, isWelcomeDue, listNews };
}

async function openApp(known?: Known) {
  const app = startApp(known);
  await app.act(START);
  return app;
}

test("does nothing before its start, then knows the place, the user and the language", async () => {
  const { act, findServices } = startApp();
  await act();
  const children = findServices();
  expect([
    children.environment?.getSnapshot().value,
    children.session?.getSnapshot().value,
    children.language?.getSnapshot().value,
  ]).toEqual(["idle", "idle", "idle"]);
  await act(START);
  expect(children.environment?.getSnapshot().value).toBe("ready");
  expect(children.session?.getSnapshot().context.token).toBe("token1");
  expect(children.language?.getSnapshot().context.language).toBe("km");
});

test("a 401 is answered by a renewal that ends nothing; the next one ends the user's flows and leads to the login", async () => {
  const { send, act, see, findFlow, listNews } = await openApp();
  await act(RECORDS, { type: "http.unauthorized", token: "token1" });
  expect(see().token).toBe("token2");
  expect(findFlow()?.getSnapshot().value).toBe("idle");
  expect(listNews()).not.toContain("navigate /login");
  send({ type: "http.unauthorized", token: "token2" });
  expect(findFlow()).toBeUndefined();
  expect(listNews()).toContain("navigate /login");
});

test("starting a flow again replaces it", async () => {
  const { send, findFlow } = await openApp();
  send(RECORDS);
  const first = findFlow();
  send(RECORDS);
  const second = findFlow();
  expect(second).not.toBe(first);
  expect([first?.getSnapshot().status, second?.getSnapshot().status]).toEqual(["stopped", "active"]);
});

test("flows of one kind live side by side by their keys, and a stop ends the one that it names", async () => {
  const { send, findFlow } = await openApp();
  const read = (key?: string) => findFlow(key)?.getSnapshot().value;
  send(RECORDS, { type: "flow.start", flow: "sentRecords", key: "other", input: { list: "sent" } });
  expect([read(), read("other")]).toEqual(["idle", "idle"]);
  send({ type: "flow.stop", flow: "sentRecords" });
  expect([read(), read("other")]).toEqual([undefined, "idle"]);
  send({ type: "session.closed" });
  expect(read("other")).toBeUndefined();
});

test("a flow that breaks ends alone, and a toast says so", async () => {
  const { actor, act } = startApp({
    flow: fromPromise<never, { list: string }>(({ input }) =>
      input.list === "bad" ? Promise.reject(new Error("crash")) : new Promise<never>(() => undefined),
    ),
  });
  await act(START, RECORDS, { type: "flow.start", flow: "sentRecords", key: "other", input: { list: "bad" } });
  const snapshot = actor.getSnapshot();
  expect(snapshot.context.flows).toEqual([{ id: "sentRecords", flow: "sentRecords" }]);
  expect(viewApp(snapshot).toast).toMatchObject({ tone: "error", labelKey: "errors:unexpected" });
});

test("the server's facts are read once, from the start on", async () => {
  const { calls, send, act, findServices } = startApp();
  const read = () => findServices().systemInfo?.getSnapshot().value;
  expect(read()).toBe("idle");
  send(START);
  expect(read()).toBe("loading");
  await act();
  expect([read(), calls.systemInfo]).toEqual(["ready", 1]);
  await act({ type: "http.unauthorized", token: "token1" });
  expect([read(), calls.systemInfo]).toEqual(["ready", 1]);
});

test.each<[string, EventFrom<typeof appMachine>]>([
  ["there is a network", { type: "app.online" }],
  ["somebody is logged in again", { type: "http.unauthorized", token: "token1" }],
])("the server's facts that could not be read are read once %s", async (_, event) => {
  const { calls, act, findServices } = startApp();
  const read = () => findServices().systemInfo?.getSnapshot().value;
  calls.isOffline = true;
  await act(START);
  expect(read()).toBe("failed");
  calls.isOffline = false;
  await act(event);
  expect(read()).toBe("ready");
});

test("whose launch is too old can close the app", async () => {
  const { calls, act, findServices, listNews } = startApp();
  calls.isLaunchOld = true;
  await act(START);
  findServices().session?.send({ type: "ui.closeApp" });
  expect(listNews()).toContain("app.close");
});

test("each toast that tells of an outcome is felt", () => {
  const { emitted, send } = startApp();
  send(START);
  for (const tone of ["success", "info", "error", "error"] as const)
    send({ type: "toast.show", tone, labelKey: "app:one" });
  expect(emitted.map((told) => "kind" in told && told.kind)).toEqual(["success", "error", "error"]);
});

test("a toast shows for 3000 ms or until it is dismissed, and a newer one for its own time", async () => {
  const { clock, look, send } = startApp();
  send(START, { type: "toast.show", tone: "info", labelKey: "app:one" });
  clock.increment(2_000);
  send({ type: "toast.show", tone: "info", labelKey: "app:two" });
  clock.increment(2_999);
  expect(look().toast).toMatchObject({ id: 2, labelKey: "app:two" });
  clock.increment(1);
  expect(look().toast).toBeNull();
  send({ type: "toast.show", tone: "info", labelKey: "app:three" }, { type: "ui.dismissToast" });
  expect(look().toast).toBeNull();
});

test("a person who chose another language elsewhere reads it after the login, which brought it", async () => {
  const { asked, see } = await openApp({ lang: "zh_TW" });
  expect(see().language).toBe("zh-TW");
  expect(asked).not.toContain("language");
});

test("a person who has just been created and opens an envelope is not welcomed after it", async () => {
  const { isWelcomeDue, send } = await openApp({ isNew: true });
  send({ type: "app.arrived", path: "/getPacket" });
  expect(isWelcomeDue()).toBe(true);
  send({ type: "app.claimed" });
  expect(isWelcomeDue()).toBe(false);
});

test("a person who has just been created is welcomed, once", async () => {
  const { isWelcomeDue, send, act, see } = await openApp({ isNew: true });
  expect(isWelcomeDue()).toBe(true);
  send({ type: "app.arrived", path: "/login" }, { type: "app.navigated", path: "/welcome" });
  expect(isWelcomeDue()).toBe(true);
  send({ type: "app.arrived", path: "/welcome" });
  expect(isWelcomeDue()).toBe(false);
  // The session is renewed: it is the same person.
  await act({ type: "http.unauthorized", token: "token1" });
  expect([see().token, isWelcomeDue()]).toEqual(["token2", false]);
});

test("on a later visit there is no login, so the server is asked for the language", async () => {
  const { asked, see } = await openApp({ lang: "zh_TW", stored: { token: "kept", userId: "42" } });
  expect(see()).toEqual({ token: "kept", language: "zh-TW" });
  expect(asked).toEqual(["stored session", "user", "language"]);
});

test("before each screen that is not open to all, the stored user is compared with the messenger's", async () => {
  const { asked, act } = await openApp();
  for (const path of ["/homePage", "/login", "/unPaymentList", "/user"]) {
    asked.length = 0;
    await act({ type: "app.navigated", path });
    expect([path, asked]).toEqual([path, path === "/homePage" || path === "/user" ? ["stored session"] : []]);
  }
});

test("the user is read again once something about them has changed", async () => {
  const { asked, act } = await openApp();
  asked.length = 0;
  await act({ type: "app.userChanged" });
  expect(asked).toEqual(["user"]);
});

test.each(["language.changed", "app.online", "session.joined"] as const)("%s reaches every flow", async (type) => {
  const told: unknown[] = [];
  const flow = fromCallback<{ type: string }, object>(({ input, receive }) => {
    receive(({ type }) => told.push([input, type]));
  });
  const { send } = await openApp({ flow });
  const input = { kind: "cover", setId: null } as const;
  send({ type: "flow.start", flow: "picker", input }, RECORDS, { type });
  expect(told).toEqual([
    [input, type],
    [RECORDS.input, type],
  ]);
});

test("opened in an ordinary browser, nobody is logged in and the browser's language is shown", async () => {
  const { see } = await openApp({ launch: null });
  expect(see()).toEqual({ token: null, language: "vi" });
});

test("logging out ends what was going on in the person's name", async () => {
  const { see, send, act, findServices, findFlow, listNews } = await openApp();
  send(RECORDS);
  findServices().session?.send({ type: "ui.logout" });
  await act();
  expect(see().token).toBeNull();
  expect(findServices().language?.getSnapshot().context.isLoggedIn).toBe(false);
  expect(findFlow()).toBeUndefined();
  expect(listNews()).toContain("navigate /login");
});

test("an old refusal of a token that is no longer used ends nothing", async () => {
  const { see, act, findFlow } = await openApp();
  await act(RECORDS, { type: "http.unauthorized", token: "token0" });
  expect(see().token).toBe("token1");
  expect(findFlow()).toBeDefined();
});
