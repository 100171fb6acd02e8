import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, type AnyActorLogic } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { sampleSystemInfo } from "#tests/models/samples.ts";
import { environmentMachine, type LaunchReading } from "../environment/environment.machine.ts";
import { languageMachine } from "../language/language.machine.ts";
import type { StoredLanguage } from "../language/language.setup.ts";
import { pagedListMachine } from "../pagedList/pagedList.machine.ts";
import { createResourceMachine } from "../resource/resource.machine.ts";
import { sessionMachine } from "../session/session.machine.ts";
import type { LoginAnswer, StoredSession } from "../session/session.setup.ts";
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
  const calls = { systemInfo: 0 };
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
              return sampleSystemInfo;
            }),
          },
        }),
        environment: environmentMachine.provide({
          actors: {
            readLaunch: fromPromise<LaunchReading, undefined>(() =>
              Promise.resolve({ kind: "launched", launch: LAUNCH }),
            ),
            probeTheme: fromPromise<boolean, undefined>(() => Promise.resolve(true)),
            signalReady: fromPromise<boolean, undefined>(() => Promise.resolve(true)),
          },
        }),
        session: sessionMachine.provide({
          actors: {
            readStored: fromPromise<StoredSession, undefined>(() => Promise.resolve({ token: null, userId: null })),
            saveStored: fromPromise<null, { token: string; userId: string }>(() => Promise.resolve(null)),
            clearStored: fromPromise<null, { hasLeft: boolean }>(() => Promise.resolve(null)),
            authenticate: fromPromise<LoginAnswer, { initData: string }>(() =>
              Promise.resolve({ token: `token${String((logins += 1))}`, isNewUser: false, userItem: USER }),
            ),
          },
        }),
        language: languageMachine.provide({
          actors: {
            readStored: fromPromise<StoredLanguage, undefined>(() =>
              Promise.resolve({ language: null, isChosenHere: false, linked: null, browserTags: [] }),
            ),
            applyLanguage: nothing,
          },
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

test("the server's facts are read once, when somebody is logged in", async () => {
  const { actor, calls } = startApp();
  const look = () => actor.getSnapshot().children.systemInfo?.getSnapshot().value;
  expect(look()).toBe("idle");
  actor.send({ type: "app.start" });
  await flush();
  expect([look(), calls.systemInfo]).toEqual(["ready", 1]);
  actor.send({ type: "http.unauthorized", token: "token1" });
  await flush();
  expect([look(), calls.systemInfo]).toEqual(["ready", 1]);
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
