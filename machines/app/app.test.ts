import { expect, test } from "vitest";
import { type AnyActorLogic, createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { createEnvironmentService, type LaunchReading } from "../environment/environment.machine.ts";
import type { Launch } from "../environment/launch.ts";
import { createLanguageService, type StoredLanguage } from "../language/language.machine.ts";
import { pagedListMachine } from "../kit/pagedList/pagedList.machine.ts";
import { createResourceMachine } from "../kit/resource/resource.machine.ts";
import { createSessionService, type LoginAnswer, type StoredSession } from "../session/session.machine.ts";
import { sampleSystemInfo, sampleUser } from "#tests/models/samples.ts";
import { appMachine } from "./app.machine.ts";
import { viewApp } from "./app.view.ts";
import { selectFlow } from "./flows.ts";

const LAUNCH: Launch = { initData: "ann", tgUserId: "42", languageCode: "km", startParam: null };
const RECORDS = { type: "flow.start", flow: "sentRecords", input: { list: "sent" } } as const;

/** What the root finds: the language that the server keeps, the session that the device keeps. `launch` is null outside the messenger. */
interface World {
  launch?: Launch | null;
  lang?: components["schemas"]["Lang"];
  stored?: StoredSession;
  /** Whether the next login creates the person. */
  isNew?: boolean;
  flow?: AnyActorLogic;
}

/** The root with its real services; only what they ask of the world is answered here. */
function startApp({
  launch = LAUNCH,
  lang = "km",
  stored = { token: null, userId: null },
  isNew = false,
  flow = pagedListMachine,
}: World = {}) {
  const asked: string[] = [];
  const userItem = { ...sampleUser, lang };
  let logins = 0;
  const calls = { systemInfo: 0, isOffline: false, isLaunchOld: false };
  const clock = new SimulatedClock();
  const isInside = fromPromise<boolean, undefined>(async () => launch !== null);
  const kept = fromPromise<null, { language: Language }>(async () => null);
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
            if (calls.isLaunchOld) throw { kind: "api", error: "launchDataExpired", message: "" };
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
  const see = () => {
    const { children } = actor.getSnapshot();
    return {
      token: children.session?.getSnapshot().context.token,
      language: children.language?.getSnapshot().context.language,
    };
  };
  const isWelcomeDue = () => actor.getSnapshot().context.isWelcomeDue;
  return { actor, emitted, clock, calls, asked, see, isWelcomeDue };
}

async function openApp(world?: World) {
  const app = startApp(world);
  app.actor.send({ type: "app.start" });
  await flush();
  return app;
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
  expect(children.language?.getSnapshot().context.language).toBe("km");
});

test("a 401 is answered by a renewal that ends nothing; the next one ends the user's flows and leads to the login", async () => {
  const { actor, emitted } = await openApp();
  actor.send(RECORDS);
  actor.send({ type: "http.unauthorized", token: "token1" });
  await flush();
  expect(actor.getSnapshot().children.session?.getSnapshot().context.token).toBe("token2");
  expect(selectFlow(actor.getSnapshot(), "sentRecords")?.getSnapshot().value).toBe("idle");
  expect(emitted).not.toContain("navigate /login");
  actor.send({ type: "http.unauthorized", token: "token2" });
  expect(selectFlow(actor.getSnapshot(), "sentRecords")).toBeUndefined();
  expect(emitted).toContain("navigate /login");
});

test("starting a flow again replaces it", async () => {
  const { actor } = await openApp();
  actor.send(RECORDS);
  const first = selectFlow(actor.getSnapshot(), "sentRecords");
  actor.send(RECORDS);
  const second = selectFlow(actor.getSnapshot(), "sentRecords");
  expect(second).not.toBe(first);
  expect([first?.getSnapshot().status, second?.getSnapshot().status]).toEqual(["stopped", "active"]);
});

test("flows of one kind live side by side by their keys, and a stop ends the one that it names", async () => {
  const { actor } = await openApp();
  const look = (key?: string) => selectFlow(actor.getSnapshot(), "sentRecords", key)?.getSnapshot().value;
  actor.send(RECORDS);
  actor.send({ type: "flow.start", flow: "sentRecords", key: "other", input: { list: "sent" } });
  expect([look(), look("other")]).toEqual(["idle", "idle"]);
  actor.send({ type: "flow.stop", flow: "sentRecords" });
  expect([look(), look("other")]).toEqual([undefined, "idle"]);
  actor.send({ type: "session.closed" });
  expect(look("other")).toBeUndefined();
});

test("a flow that breaks ends alone, and a toast says so", async () => {
  const { actor } = startApp({
    flow: fromPromise<never, { list: string }>(({ input }) =>
      input.list === "bad" ? Promise.reject(new Error("crash")) : new Promise<never>(() => undefined),
    ),
  });
  actor.send({ type: "app.start" });
  actor.send(RECORDS);
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

test.each<[string, Parameters<ReturnType<typeof startApp>["actor"]["send"]>[0]]>([
  ["there is a network", { type: "app.online" }],
  ["somebody is logged in again", { type: "http.unauthorized", token: "token1" }],
])("the server's facts that could not be read are read once %s", async (_, event) => {
  const { actor, calls } = startApp();
  const look = () => actor.getSnapshot().children.systemInfo?.getSnapshot().value;
  calls.isOffline = true;
  actor.send({ type: "app.start" });
  await flush();
  expect(look()).toBe("failed");
  calls.isOffline = false;
  actor.send(event);
  await flush();
  expect(look()).toBe("ready");
});

test("whose launch is too old can close the app", async () => {
  const { actor, calls, emitted } = startApp();
  calls.isLaunchOld = true;
  actor.send({ type: "app.start" });
  await flush();
  actor.getSnapshot().children.session?.send({ type: "ui.closeApp" });
  expect(emitted).toContain("app.close");
});

test("a toast shows for 3000 ms or until it is dismissed, and a newer one for its own time", async () => {
  const { actor, clock } = startApp();
  actor.send({ type: "app.start" });
  actor.send({ type: "toast.show", tone: "info", labelKey: "app:one" });
  clock.increment(2_000);
  actor.send({ type: "toast.show", tone: "info", labelKey: "app:two" });
  clock.increment(2_999);
  expect(viewApp(actor.getSnapshot()).toast).toMatchObject({ id: 2, labelKey: "app:two" });
  clock.increment(1);
  expect(viewApp(actor.getSnapshot()).toast).toBeNull();
  actor.send({ type: "toast.show", tone: "info", labelKey: "app:three" });
  actor.send({ type: "ui.dismissToast" });
  expect(viewApp(actor.getSnapshot()).toast).toBeNull();
});

test("a person who chose another language elsewhere reads it after the login, which brought it", async () => {
  const { asked, see } = await openApp({ lang: "zh_TW" });
  expect(see().language).toBe("zh-TW");
  expect(asked).not.toContain("language");
});

test("a person who has just been created and opens an envelope is not welcomed after it", async () => {
  const { actor, isWelcomeDue } = await openApp({ isNew: true });
  actor.send({ type: "app.arrived", path: "/getPacket" });
  expect(isWelcomeDue()).toBe(true);
  actor.send({ type: "app.claimed" });
  expect(isWelcomeDue()).toBe(false);
});

test("a person who has just been created is welcomed, once", async () => {
  const { actor, isWelcomeDue } = await openApp({ isNew: true });
  expect(isWelcomeDue()).toBe(true);
  actor.send({ type: "app.arrived", path: "/login" });
  actor.send({ type: "app.navigated", path: "/welcome" });
  expect(isWelcomeDue()).toBe(true);
  actor.send({ type: "app.arrived", path: "/welcome" });
  expect(isWelcomeDue()).toBe(false);
  // The session is renewed: it is the same person.
  actor.send({ type: "http.unauthorized", token: "token1" });
  await flush();
  expect([actor.getSnapshot().children.session?.getSnapshot().context.token, isWelcomeDue()]).toEqual([
    "token2",
    false,
  ]);
});

test("on a later visit there is no login, so the server is asked for the language", async () => {
  const { asked, see } = await openApp({ lang: "zh_TW", stored: { token: "kept", userId: "42" } });
  expect(see()).toEqual({ token: "kept", language: "zh-TW" });
  expect(asked).toEqual(["stored session", "user", "language"]);
});

test("before each screen that is not open to all, the stored user is compared with the messenger's", async () => {
  const { actor, asked } = await openApp();
  for (const path of ["/homePage", "/login", "/unPaymentList", "/user"]) {
    asked.length = 0;
    actor.send({ type: "app.navigated", path });
    await flush();
    expect([path, asked]).toEqual([path, path === "/homePage" || path === "/user" ? ["stored session"] : []]);
  }
});

test("the user is read again once something about them has changed", async () => {
  const { actor, asked } = await openApp();
  asked.length = 0;
  actor.send({ type: "app.userChanged" });
  await flush();
  expect(asked).toEqual(["user"]);
});

test.each(["language.changed", "app.online", "session.joined"] as const)("%s reaches every flow", async (type) => {
  const told: unknown[] = [];
  const flow = fromCallback<{ type: string }, object>(({ input, receive }) => {
    receive(({ type }) => told.push([input, type]));
  });
  const { actor } = await openApp({ flow });
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
  const { see } = await openApp({ launch: null });
  expect(see()).toEqual({ token: null, language: "vi" });
});

test("logging out ends what was going on in the person's name", async () => {
  const { actor, emitted, see } = await openApp();
  actor.send(RECORDS);
  actor.getSnapshot().children.session?.send({ type: "ui.logout" });
  await flush();
  expect(see().token).toBeNull();
  expect(actor.getSnapshot().children.language?.getSnapshot().context.isLoggedIn).toBe(false);
  expect(selectFlow(actor.getSnapshot(), "sentRecords")).toBeUndefined();
  expect(emitted).toContain("navigate /login");
});

test("an old refusal of a token that is no longer used ends nothing", async () => {
  const { actor, see } = await openApp();
  actor.send(RECORDS);
  actor.send({ type: "http.unauthorized", token: "token0" });
  await flush();
  expect(see().token).toBe("token1");
  expect(selectFlow(actor.getSnapshot(), "sentRecords")).toBeDefined();
});
