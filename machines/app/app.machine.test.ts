import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Language } from "#domain/language/language.ts";
import { clipboardMachine } from "../clipboard/clipboard.machine.ts";
import { environmentMachine, type LaunchReading } from "../environment/environment.machine.ts";
import { languageMachine, type StoredLanguage } from "../language/language.machine.ts";
import { pagedListMachine } from "../pagedList/pagedList.machine.ts";
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
};

/** The root with its real services; only what they ask of the world is answered here. */
function startApp() {
  let logins = 0;
  const nothing = fromPromise<null, { language: Language }>(() => Promise.resolve(null));
  const clock = new SimulatedClock();
  const actor = createActor(
    appMachine.provide({
      actors: {
        clipboard: clipboardMachine,
        sentRecords: pagedListMachine,
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
              Promise.resolve({ token: `token${String((logins += 1))}`, userItem: USER }),
            ),
          },
        }),
        language: languageMachine.provide({
          actors: {
            readStored: fromPromise<StoredLanguage, undefined>(() =>
              Promise.resolve({ language: null, isChosenHere: false, linked: null, browserTags: [] }),
            ),
            applyLanguage: nothing,
            fetchLanguage: fromPromise<string, undefined>(() => Promise.resolve("vi")),
          },
        }),
      },
    }),
    { clock },
  );
  const told: string[] = [];
  actor.on("*", (event) => told.push("to" in event ? `${event.type} ${event.to}` : event.type));
  actor.start();
  return { actor, told, clock };
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
  const { actor, told } = startApp();
  actor.send({ type: "app.start" });
  await flush();
  actor.send({ type: "flow.start", flow: "sentRecords", input: { list: "sent" } });
  expect(selectFlow(actor.getSnapshot(), "sentRecords")?.getSnapshot().value).toBe("idle");
  actor.send({ type: "http.unauthorized", token: "token1" });
  expect(selectFlow(actor.getSnapshot(), "sentRecords")).toBeUndefined();
  expect(told).toContain("navigate /login");
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
