import { expect, it, vi } from "vitest";
import { createActor, waitFor } from "xstate";

import type { Launch } from "#machines/environment/launch.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { createDrafts } from "#src/adapters/drafts.ts";
import { createMemoryStorage, createAppStorage } from "#src/adapters/storage.ts";

import { createSessionActors } from "./session.ts";

const LAUNCH: Launch = { initData: "raw", tgUserId: "7", languageCode: "en", startParam: null };
const USER = { tgUserId: 7, username: "anna" };

/** A session over storage and an API that answers each call in turn. */
function startSession(stored: Record<string, string>, answers: readonly unknown[], launch = LAUNCH) {
  const real = createMemoryStorage();
  for (const [key, value] of Object.entries(stored)) real.setItem(key, value);
  const asked: (string | null)[] = [];
  const rest = [...answers];
  const call = vi.fn<() => Promise<unknown>>(() => {
    asked.push(session.getSnapshot().context.token);
    return Promise.resolve(rest.shift());
  });
  const kept = createMemoryStorage();
  const endWallets = vi.fn<() => Promise<void>>(async () => undefined);
  const drafts = createDrafts({ storage: kept, getUserId: () => real.getItem("userId") });
  const actors = createSessionActors({
    api: { get: call, post: call } as unknown as Api,
    storage: createAppStorage(real),
    drafts,
    endWallets,
  });
  const session = createActor(sessionMachine.provide({ actors }));
  session.start();
  session.send({ type: "session.start", launch });
  const settle = () => waitFor(session, (snapshot) => snapshot.matches({ loggedIn: { user: "settled" } }));
  return { session, settle, real, drafts, kept, asked, endWallets };
}

it("logs in without a bearer, stores the session and keeps it for later calls", async () => {
  const { session, settle, real, asked } = startSession({}, [{ token: "new", userItem: USER }]);
  await settle();
  expect(asked).toEqual([null]);
  expect([real.getItem("auht_token"), real.getItem("userId"), session.getSnapshot().context.token]).toEqual([
    "new",
    "7",
    "new",
  ]);
});

it("takes up a stored session of the same person", async () => {
  const { session, settle, asked } = startSession({ auht_token: "old", userId: "7" }, [{ userItem: USER }]);
  await settle();
  expect(asked).toEqual(["old"]);
  expect(session.getSnapshot().context.user).toEqual(USER);
});

it("joins a group by a login of its own, whose session takes the place of the stored one", async () => {
  const launch = { ...LAUNCH, startParam: "g_group" };
  const { session, settle, real, asked } = startSession(
    { auht_token: "old", userId: "7" },
    [{ userItem: USER }, { token: "new", userItem: USER }],
    launch,
  );
  await settle();
  await waitFor(session, (snapshot) => snapshot.matches({ loggedIn: { group: "known" } }));
  expect(asked).toEqual(["old", "old"]);
  expect(real.getItem("auht_token")).toBe("new");
});

it("never asks with the token of another person", async () => {
  const { session, settle, real, asked } = startSession({ auht_token: "theirs", userId: "8" }, [
    { token: "mine", userItem: USER },
    { token: "again", userItem: USER },
  ]);
  await settle();
  expect(asked).toEqual([null]);
  // Another user logs in on the same storage while the page is open.
  real.setItem("auht_token", "theirs");
  real.setItem("userId", "8");
  session.send({ type: "session.check" });
  await waitFor(session, (snapshot) => snapshot.context.token === "again");
  expect(asked).toEqual([null, null]);
  expect(real.getItem("auht_token")).toBe("again");
});

it("forgets what was typed, and the wallet, once the session is over", async () => {
  const { session, settle, drafts, kept, endWallets } = startSession({ auht_token: "old", userId: "7" }, [
    { userItem: USER },
  ]);
  await settle();
  drafts.write("claim.e1", "happy year");
  expect([kept.length, endWallets.mock.calls.length]).toEqual([1, 0]);
  session.send({ type: "ui.logout" });
  await waitFor(session, (snapshot) => snapshot.matches("loggedOut"));
  expect([kept.length, endWallets.mock.calls.length]).toEqual([0, 1]);
});

it("cuts the wallet of a person whose session has ended once another one comes", async () => {
  const { settle, real, endWallets } = startSession({ userId: "8" }, [{ token: "mine", userItem: USER }]);
  await settle();
  expect([real.getItem("userId"), endWallets.mock.calls.length]).toEqual(["7", 1]);
});

it("keeps what was typed when the server refuses the session, which the launch data renews", async () => {
  const { session, settle, real, drafts } = startSession({ auht_token: "old", userId: "7" }, [
    { userItem: USER },
    { token: "new", userItem: USER },
  ]);
  await settle();
  drafts.write("send", "half a form");
  session.send({ type: "session.unauthorized", token: "old" });
  await waitFor(session, (snapshot) => snapshot.context.token === "new");
  await settle();
  expect(real.getItem("auht_token")).toBe("new");
  expect(drafts.read("send")).toBe("half a form");
});
