import { expect, it, vi } from "vitest";

import { createMemoryStorage } from "#src/adapters/storage.ts";

import { endTonSession } from "./endSession.ts";

const { openConnector } = vi.hoisted(() => ({ openConnector: vi.fn<(page: Window, appUrl: string) => object>() }));
vi.mock("./openConnector.ts", () => ({ openConnector }));

const APP_URL = "https://t.me/bot/app";

function openPage(entries: Readonly<Record<string, string>>) {
  const localStorage = createMemoryStorage();
  for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text);
  return { page: { localStorage } as unknown as Window, localStorage };
}

const SESSION = {
  "ton-connect-storage_bridge-connection": "{}",
  "ton-connect-ui_wallet-info": "{}",
  userId: "7",
};

it("tells the wallet and forgets its session, and nothing else", async () => {
  const disconnect = vi.fn<() => Promise<void>>(async () => undefined);
  openConnector.mockReturnValue({
    connector: { connected: true },
    ui: { connectionRestored: Promise.resolve(true), disconnect },
  });
  const { page, localStorage } = openPage(SESSION);
  await endTonSession(page, APP_URL);
  expect(openConnector.mock.calls).toEqual([[page, APP_URL]]);
  expect(disconnect).toHaveBeenCalledOnce();
  expect(Object.keys(SESSION).filter((name) => localStorage.getItem(name) !== null)).toEqual(["userId"]);
});

it("forgets the session where the bridge never answers", async () => {
  vi.useFakeTimers();
  openConnector.mockReturnValue({ connector: {}, ui: { connectionRestored: new Promise(() => undefined) } });
  const { page, localStorage } = openPage(SESSION);
  const ended = endTonSession(page, APP_URL);
  await vi.advanceTimersByTimeAsync(3_000);
  await ended;
  expect(localStorage.getItem("ton-connect-storage_bridge-connection")).toBeNull();
  vi.useRealTimers();
});

it("loads nothing where there is no session", async () => {
  openConnector.mockClear();
  const { page } = openPage({ "ton-connect-ui_preferred-wallet": "{}" });
  await endTonSession(page, APP_URL);
  expect(openConnector).not.toHaveBeenCalled();
});
