import { expect, test } from "vitest";
import { type AnyActorLogic, createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { createEnvironmentService, type LaunchReading } from "../environment/environment.machine.ts";
import type { Launch } from "../environment/launch.ts";
import { createLanguageService } from "../language/language.machine.ts";
import type { StoredLanguage } from "../language/language.setup.ts";
import { pagedListMachine } from "../kit/pagedList/pagedList.machine.ts";
import { createResourceMachine } from "../kit/resource/resource.machine.ts";
import { createSessionService } from "../session/session.machine.ts";
import type { LoginAnswer, StoredSession } from "../session/session.setup.ts";
import { sampleSystemInfo, sampleUser } from "#tests/models/samples.ts";
import { appMachine } from "./app.machine.ts";
import { viewApp } from "./app.view.ts";
import { selectFlow } from "./selectFlow.ts";

const LAUNCH = { initData: "user=…", tgUserId: "42", languageCode: "vi", startParam: null };
const USER = {
  tgUserId: 42,
  name: "Ann Lee",
  username: "ann",
  url: null,
  lang: "vi" as const,
  email: null,
  walletAddress: null,
  externalPaymentCode: null,
  hasSecurityCode: false,
  vipLevel: 0,
  spendingBlocks: [],
};

/** The root with its real services; only what they ask of the world is answered here. */
function startApp(flow: AnyActorLogic = pagedListMachine) {
  let logins = 0;
  const calls = { systemInfo: 0, isOffline: false };
  const nothing = fromPromise<null, { language: Language }>(() => Promise.resolve(null));
  const clock = new SimulatedClock();
  const actor = createActor(
    appMachine.provide({
      actors: {
        flow,
        systemInfo: createResourceMachine<components["schemas"]["SystemInfo"], null>().provide({
          actors: {
            read: fromPromise(async () => {
              calls.systemInfo += 1;
              if (calls.isOffline) throw { kind: "network" };
              return sampleSystemInfo;
            }),
          },
        }),
        environment: createEnvironmentService({
          readLaunch: fromPromise<LaunchReading, undefined>(() =>
            Promise.resolve({ kind: "launched", launch: LAUNCH }),
          ),
          probeTheme: fromPromise<boolean, undefined>(() => Promise.resolve(true)),
          signalReady: fromPromise<boolean, undefined>(() => Promise.resolve(true)),
        }),
        session: createSessionService({
          readStored: fromPromise<StoredSession, undefined>(() => Promise.resolve({ token: null, userId: null })),
          saveStored: fromPromise<null, { token: string; userId: string }>(() => Promise.resolve(null)),
          clearStored: fromPromise<null, { hasLeft: boolean }>(() => Promise.resolve(null)),
          authenticate: fromPromise<LoginAnswer, { initData: string }>(() =>
            Promise.resolve({ token: `token${String((logins += 1))}`, isNewUser: false, userItem: USER }),
          ),
        }),
        language: createLanguageService({
          readStored: fromPromise<StoredLanguage, undefined>(() =>
            Promise.resolve({ language: null, isChosenHere: false, linked: null, browserTags: [] }),
          ),
          applyLanguage: nothing,
        }),
      },
    }),
    { clock },
  );
  const emitted: string[] = [];
  actor.on("*", (event) => emitted.push("to" in event ? `${event.type} ${event.to}` : event.type));
  actor.start();
  return { actor, emitted, clock, calls };
}

const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test("does nothing before its start, then knows the place, the user and the language", async () => {
  const { actor } = startApp();
  await flush();
  const { children } = actor.getSnapshot();
  expect([
    children.environment?.getSnapshot().value,
    children.session?.getSnapshot().value,
    children.language?.getSnapshot().value,
  ]).toEqual(["idle", "idle", "idle"]);
  actor.send({ type: "app.start" });
  await flush();
  expect(children.environment?.getSnapshot().value).toBe("ready");
  expect(children.session?.getSnapshot().context.token).toBe("token1");
  expect(children.language?.getSnapshot().context.language).toBe("vi");
});

test("a 401 ends the user's flows, leads to the login, and the launch data logs in again", async () => {
  const { actor, emitted } = startApp();
  actor.send({ type: "app.start" });
  await flush();
  actor.send({ type: "flow.start", flow: "sentRecords", input: { list: "sent" } });
  expect(selectFlow(actor.getSnapshot(), "sentRecords")?.getSnapshot().value).toBe("idle");
  actor.send({ type: "http.unauthorized", token: "token1" });
  expect(selectFlow(actor.getSnapshot(), "sentRecords")).toBeUndefined();
  expect(emitted).toContain("navigate /login");
  await flush();
  expect(actor.getSnapshot().children.session?.getSnapshot().context.token).toBe("token2");
});

test("starting a flow again replaces it", async () => {
  const { actor } = startApp();
  actor.send({ type: "app.start" });
  await flush();
  actor.send({ type: "flow.start", flow: "sentRecords", input: { list: "sent" } });
  const first = selectFlow(actor.getSnapshot(), "sentRecords");
  actor.send({ type: "flow.start", flow: "sentRecords", input: { list: "sent" } });
  const second = selectFlow(actor.getSnapshot(), "sentRecords");
  expect(second).not.toBe(first);
  expect([first?.getSnapshot().status, second?.getSnapshot().status]).toEqual(["stopped", "active"]);
});

test("flows of one kind live side by side by their keys, and a stop ends the one that it names", async () => {
  const { actor } = startApp();
  actor.send({ type: "app.start" });
  await flush();
  const look = (key?: string) => selectFlow(actor.getSnapshot(), "sentRecords", key)?.getSnapshot().value;
  actor.send({ type: "flow.start", flow: "sentRecords", input: { list: "sent" } });
  actor.send({ type: "flow.start", flow: "sentRecords", key: "other", input: { list: "sent" } });
  expect([look(), look("other")]).toEqual(["idle", "idle"]);
  actor.send({ type: "flow.stop", flow: "sentRecords" });
  expect([look(), look("other")]).toEqual([undefined, "idle"]);
  actor.send({ type: "session.closed" });
  expect(look("other")).toBeUndefined();
});

test("a flow that breaks ends alone, and a toast says so", async () => {
  const { actor } = startApp(
    fromPromise<never, { list: string }>(({ input }) =>
      input.list === "bad" ? Promise.reject(new Error("crash")) : new Promise<never>(() => undefined),
    ),
  );
  actor.send({ type: "app.start" });
  actor.send({ type: "flow.start", flow: "sentRecords", input: { list: "sent" } });
  actor.send({ type: "flow.start", flow: "sentRecords", key: "other", input: { list: "bad" } });
  await flush();
  const snapshot = actor.getSnapshot();
  expect(snapshot.context.flows).toEqual([{ id: "sentRecords", flow: "sentRecords" }]);
  expect(viewApp(snapshot).toast).toMatchObject({ tone: "error", labelKey: "errors:unexpected" });
});

test("the server's facts are read once, from the start on", async () => {
  const { actor, calls } = startApp();
  const look = () => actor.getSnapshot().children.systemInfo?.getSnapshot().value;
  expect(look()).toBe("idle");
  actor.send({ type: "app.start" });
  expect(look()).toBe("loading");
  await flush();
  expect([look(), calls.systemInfo]).toEqual(["ready", 1]);
  actor.send({ type: "http.unauthorized", token: "token1" });
  await flush();
  expect([look(), calls.systemInfo]).toEqual(["ready", 1]);
});

test("the server's facts that could not be read are read once there is a network", async () => {
  const { actor, calls } = startApp();
  const look = () => actor.getSnapshot().children.systemInfo?.getSnapshot().value;
  calls.isOffline = true;
  actor.send({ type: "app.start" });
  await flush();
  expect(look()).toBe("failed");
  calls.isOffline = false;
  actor.send({ type: "app.online" });
  await flush();
  expect(look()).toBe("ready");
});

test("a toast shows for 3000 ms, and a newer one for its own", async () => {
  const { actor, clock } = startApp();
  actor.send({ type: "app.start" });
  actor.send({ type: "toast.show", tone: "info", labelKey: "app:one" });
  clock.increment(2_000);
  actor.send({ type: "toast.show", tone: "info", labelKey: "app:two" });
  clock.increment(2_999);
  expect(viewApp(actor.getSnapshot()).toast).toMatchObject({ id: 2, labelKey: "app:two" });
  clock.increment(1);
  expect(viewApp(actor.getSnapshot()).toast).toBeNull();
});

const ANNS_LAUNCH: Launch = { initData: "ann", tgUserId: "42", languageCode: "km", startParam: null };

/** A server with a language for the person, and a device with a session or without. */
interface World {
  lang: components["schemas"]["Lang"];
  stored: StoredSession;
  /** Whether the next login creates the person. */
  isNew?: boolean;
}
const FIRST_VISIT: World = { lang: "km", stored: { token: null, userId: null } };

/** The whole app, inside the messenger with a launch or outside without one. */
function openApp(launch: Launch | null = ANNS_LAUNCH, { lang, stored, isNew = false }: World = FIRST_VISIT) {
  const asked: string[] = [];
  const userItem = { ...sampleUser, lang };
  let logins = 0;
  const clock = new SimulatedClock();
  const isInside = fromPromise<boolean, undefined>(async () => launch !== null);
  const kept = fromPromise<null, { language: Language }>(async () => null);
  const actor = createActor(
    appMachine.provide({
      actors: {
        systemInfo: createResourceMachine<components["schemas"]["SystemInfo"], null>(),
        flow: pagedListMachine,
        environment: createEnvironmentService({
          readLaunch: fromPromise<LaunchReading, undefined>(async () =>
            launch === null ? { kind: "outside" } : { kind: "launched", launch },
          ),
          probeTheme: isInside,
          signalReady: isInside,
        }),
        session: createSessionService({
          readStored: fromPromise<StoredSession, undefined>(async () => {
            asked.push("stored session");
            return stored;
          }),
          saveStored: fromPromise<null, { token: string; userId: string }>(async () => null),
          clearStored: fromPromise<null, { hasLeft: boolean }>(async () => null),
          authenticate: fromPromise<LoginAnswer, { initData: string }>(async () => {
            logins += 1;
            return { token: `token${String(logins)}`, isNewUser: isNew && logins === 1, userItem };
          }),
          fetchUser: fromPromise(async () => {
            asked.push("user");
            return userItem;
          }),
          logout: fromPromise<null, { token: string }>(async () => null),
        }),
        language: createLanguageService({
          readStored: fromPromise<StoredLanguage, undefined>(async () => ({
            language: null,
            isChosenHere: false,
            linked: null,
            browserTags: ["vi"],
          })),
          saveStored: kept,
          applyLanguage: kept,
          saveOnServer: kept,
          fetchLanguage: fromPromise<string, undefined>(async () => {
            asked.push("language");
            return lang;
          }),
        }),
      },
    }),
    { clock },
  );
  const emitted: string[] = [];
  actor.on("*", (event) => emitted.push("to" in event ? `${event.type} ${event.to}` : event.type));
  actor.start();
  actor.send({ type: "app.start" });
  const see = () => {
    const { children } = actor.getSnapshot();
    return {
      token: children.session?.getSnapshot().context.token,
      language: children.language?.getSnapshot().context.language,
    };
  };
  const isWelcomeDue = () => actor.getSnapshot().context.isWelcomeDue;
  return { actor, clock, emitted, asked, see, isWelcomeDue };
}

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
const RECORDS = { type: "flow.start", flow: "sentRecords", input: { list: "sent" } } as const;

test("opened in the messenger, a person is logged in and reads the messenger's language", async () => {
  const { see } = openApp();
  await settle();
  expect(see()).toEqual({ token: "token1", language: "km" });
});

test("a person who chose another language elsewhere reads it after the login, which brought it", async () => {
  const { asked, see } = openApp(ANNS_LAUNCH, { ...FIRST_VISIT, lang: "zh_TW" });
  await settle();
  expect(see().language).toBe("zh-TW");
  expect(asked).not.toContain("language");
});

test("a person who has just been created is welcomed, once", async () => {
  const { actor, isWelcomeDue } = openApp(ANNS_LAUNCH, { ...FIRST_VISIT, isNew: true });
  await settle();
  expect(isWelcomeDue()).toBe(true);
  actor.send({ type: "app.arrived", path: "/login" });
  actor.send({ type: "app.navigated", path: "/welcome" });
  expect(isWelcomeDue()).toBe(true);
  actor.send({ type: "app.arrived", path: "/welcome" });
  expect(isWelcomeDue()).toBe(false);
  // The session is renewed: it is the same person.
  actor.send({ type: "http.unauthorized", token: "token1" });
  await settle();
  expect([actor.getSnapshot().children.session?.getSnapshot().context.token, isWelcomeDue()]).toEqual([
    "token2",
    false,
  ]);
});

test("on a later visit there is no login, so the server is asked for the language", async () => {
  const { asked, see } = openApp(ANNS_LAUNCH, { lang: "zh_TW", stored: { token: "kept", userId: "42" } });
  await settle();
  expect(see()).toEqual({ token: "kept", language: "zh-TW" });
  expect(asked).toEqual(["stored session", "user", "language"]);
});

test("before each screen that is not open to all, the stored user is compared with the messenger's", async () => {
  const { actor, asked } = openApp();
  await settle();
  for (const path of ["/homePage", "/login", "/unPaymentList", "/user"]) {
    asked.length = 0;
    actor.send({ type: "app.navigated", path });
    await settle();
    expect([path, asked]).toEqual([path, path === "/homePage" || path === "/user" ? ["stored session"] : []]);
  }
});

test("the user is read again once something about them has changed", async () => {
  const { actor, asked } = openApp();
  await settle();
  asked.length = 0;
  actor.send({ type: "app.userChanged" });
  await settle();
  expect(asked).toEqual(["user"]);
});

test.each(["language.changed", "app.online"] as const)("%s reaches every flow", async (type) => {
  const told: unknown[] = [];
  const flow = fromCallback<{ type: string }, object>(({ input, receive }) => {
    receive(({ type }) => told.push([input, type]));
  });
  const { actor } = startApp(flow);
  actor.send({ type: "app.start" });
  await flush();
  const input = { kind: "cover", setId: null } as const;
  actor.send({ type: "flow.start", flow: "picker", input });
  actor.send(RECORDS);
  actor.send({ type });
  expect(told).toEqual([
    [input, type],
    [RECORDS.input, type],
  ]);
});

test("opened in an ordinary browser, nobody is logged in and the browser's language is shown", async () => {
  const { see } = openApp(null);
  await settle();
  expect(see()).toEqual({ token: null, language: "vi" });
});

test("logging out ends what was going on in the person's name", async () => {
  const { actor, emitted, see } = openApp();
  await settle();
  actor.send(RECORDS);
  actor.getSnapshot().children.session?.send({ type: "ui.logout" });
  await settle();
  expect(see().token).toBeNull();
  expect(actor.getSnapshot().children.language?.getSnapshot().context.isLoggedIn).toBe(false);
  expect(selectFlow(actor.getSnapshot(), "sentRecords")).toBeUndefined();
  expect(emitted).toContain("navigate /login");
});

test("an old refusal of a token that is no longer used ends nothing", async () => {
  const { actor, see } = openApp();
  await settle();
  actor.send(RECORDS);
  actor.send({ type: "http.unauthorized", token: "token0" });
  await settle();
  expect(see().token).toBe("token1");
  expect(selectFlow(actor.getSnapshot(), "sentRecords")).toBeDefined();
});

test("a toast shows for three seconds, and a newer one takes its place for as long", async () => {
  const { actor, clock } = openApp();
  await settle();
  const show = (labelKey: string) => {
    actor.send({ type: "toast.show", tone: "info", labelKey });
  };
  const see = () => viewApp(actor.getSnapshot()).toast?.labelKey ?? null;
  show("one");
  clock.increment(2_000);
  show("two");
  clock.increment(2_999);
  expect(see()).toBe("two");
  clock.increment(1);
  expect(see()).toBeNull();
});
