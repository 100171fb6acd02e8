import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleUser } from "#tests/models/samples.ts";
import { sessionMachine } from "./session.machine.ts";
import type { LoginAnswer, StoredSession } from "./session.setup.ts";
import { viewSession } from "./session.view.ts";

type UserItem = components["schemas"]["UserItem"];

const ANN = { initData: "ann", tgUserId: "42", languageCode: null, startParam: null };

interface Device {
  token: string | null;
  userId: string | null;
}

/** A device that keeps a session, and a server that knows which tokens live. */
function openApp(device: Device = { token: null, userId: null }) {
  const live = new Set<string>(device.token === null ? [] : [device.token]);
  const server = { refusal: null as string | null, hasAccount: true };
  let logins = 0;
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        readStored: fromPromise<StoredSession, undefined>(async () => ({ ...device })),
        saveStored: fromPromise<null, { token: string; userId: string }>(async ({ input }) => {
          Object.assign(device, input);
          return null;
        }),
        clearStored: fromPromise<null, { hasLeft: boolean }>(async () => {
          Object.assign(device, { token: null, userId: null });
          return null;
        }),
        authenticate: fromPromise<LoginAnswer, { initData: string }>(async () => {
          if (server.refusal !== null) throw { kind: "api", error: server.refusal, message: "" };
          logins += 1;
          const token = `new${String(logins)}`;
          live.add(token);
          return { token, isNewUser: false, userItem: sampleUser };
        }),
        fetchUser: fromPromise<UserItem, undefined>(async () => {
          if (!server.hasAccount) throw { kind: "network" };
          return sampleUser;
        }),
        logout: fromPromise<null, { token: string }>(async ({ input }) => {
          live.delete(input.token);
          return null;
        }),
      },
    }),
    { clock: new SimulatedClock() },
  );
  const emitted: string[] = [];
  actor.on("toast.show", ({ labelKey }) => emitted.push(labelKey));
  actor.on("navigate", ({ to }) => emitted.push(to));
  actor.start();
  const see = () => viewSession(actor.getSnapshot());
  const act = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await new Promise((resolve) => void setTimeout(resolve));
    return see();
  };
  return { device, live, server, emitted, act, see };
}

test("a person is logged in by the launch data and greeted by name, without doing anything", async () => {
  const { device, act } = openApp();
  const view = await act({ type: "session.start", launch: ANN });
  expect(view).toMatchObject({ status: "loggedIn", user: { name: "Ann Lee" } });
  expect(device).toEqual({ token: "new1", userId: "42" });
});

test("another person's session on the same device ends with the sentence of the specification", async () => {
  const { device, emitted, act } = openApp({ token: "old", userId: "7" });
  await act({ type: "session.start", launch: ANN });
  expect(emitted).toContain("app:session.userChanged");
  expect(emitted).toContain("/login");
  expect(device.userId).not.toBe("7");
});

test("outside the messenger nobody is logged in", async () => {
  const { device, act } = openApp();
  expect((await act({ type: "session.start", launch: null })).status).toBe("loggedOut");
  expect(device.token).toBeNull();
});

test("launch data that is too old is answered by closing the app, not by another login", async () => {
  const { server, act } = openApp();
  server.refusal = "launchDataExpired";
  const view = await act({ type: "session.start", launch: ANN });
  expect(view.status).toBe("launchExpired");
  expect(view.actions.map(({ event }) => event.type)).toEqual(["ui.closeApp"]);
});

test("whoever logs out stays out until the login is pressed, and the server's session is over", async () => {
  const { device, live, act } = openApp({ token: "old", userId: "42" });
  await act({ type: "session.start", launch: ANN });
  await act({ type: "ui.logout" });
  expect([device.token, live.has("old")]).toEqual([null, false]);
  expect((await act({ type: "session.check" })).status).toBe("loggedOut");
  expect((await act({ type: "ui.login" })).status).toBe("loggedIn");
});

test("a user whose lookup failed sees that, keeps the session and may try again", async () => {
  const { server, emitted, act } = openApp({ token: "old", userId: "42" });
  server.hasAccount = false;
  const view = await act({ type: "session.start", launch: ANN });
  expect(view).toMatchObject({ status: "loggedIn", user: null, noticeKey: "app:session.userLookupFailed" });
  expect(emitted).toContain("app:session.userLookupFailed");
  server.hasAccount = true;
  expect((await act({ type: "ui.retryUser" })).user).not.toBeNull();
});
