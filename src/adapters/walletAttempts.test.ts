import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryStorage } from "./storage.ts";

const KEY = "hongbao.draft.orders.attempts";
const HASH = `0x${"ab".repeat(32)}`;

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  return () => {
    vi.unstubAllGlobals();
    // Other files share this worker: they must not get the module of a tab of this test.
    vi.resetModules();
  };
});

/** A tab of the app. */
async function openTab(owner = "orders") {
  vi.resetModules();
  const { openWalletAttempts } = await import("./walletAttempts.ts");
  const { ask, end } = openWalletAttempts(owner);
  return { ask, end, read: () => Object.fromEntries(openWalletAttempts(owner).read()) };
}

it("keeps what wallets were asked to pay and what they answered, for a new tab, too", async () => {
  const { ask, end } = await openTab();
  ask("first", "");
  ask("second", "0.5");
  ask("third", "");
  end("third", HASH);
  expect((await openTab()).read()).toEqual({ first: "", second: "0.5", third: HASH });
});

it("forgets what was not paid after all", async () => {
  const { ask, end, read } = await openTab();
  ask("first", "");
  ask("second", "");
  end("first");
  expect(read()).toEqual({ second: "" });
});

it("keeps owners apart", async () => {
  (await openTab("7")).ask("ton", "0.5");
  const { end, read } = await openTab("8");
  end("ton");
  expect(read()).toEqual({});
  expect((await openTab("7")).read()).toEqual({ ton: "0.5" });
});

it("keeps what another tab asked for in the meantime", async () => {
  const first = await openTab();
  const second = await openTab();
  first.ask("first", "");
  second.ask("second", "");
  expect(first.read()).toEqual({ first: "", second: "" });
});

it.each(["", "0.5", HASH])("keeps %j of another tab where this one is refused the same", async (kept) => {
  const first = await openTab();
  const second = await openTab();
  first.ask("first", kept === HASH ? "" : kept);
  if (kept === HASH) first.end("first", HASH);
  for (const text of ["", "0.7"]) {
    second.ask("first", text);
    second.end("first");
  }
  expect(first.read()).toEqual({ first: kept });
});

it.each(["", "0.5"])("keeps %j that another tab asked for after this one, which is then refused", async (kept) => {
  const first = await openTab();
  const second = await openTab();
  first.ask("first", "");
  second.ask("first", kept);
  first.end("first");
  expect((await openTab()).read()).toEqual({ first: kept });
});

it("forgets with a payment that fell short what was asked for before it", async () => {
  const { ask, end, read } = await openTab();
  ask("first", "");
  ask("first", "");
  end("first", HASH);
  end("first");
  expect(read()).toEqual({});
});

it("forgets in a new tab what a person knows will not come", async () => {
  (await openTab()).ask("first", "0.5");
  const { end, read } = await openTab();
  end("first");
  expect(read()).toEqual({});
});

it("keeps the last twenty attempts, which fit into a draft", async () => {
  const { ask, end, read } = await openTab();
  const ids = Array.from({ length: 21 }, (_, index) => `order-${String(index).padStart(20, "0")}`);
  for (const id of ids) {
    ask(id, "");
    end(id, "s".repeat(88));
  }
  expect(Object.keys(read())).toEqual(ids.slice(1));
});

it.each(["", "{", "null", "[]", "first", "first:", "<b>=", "first=<b>", "=0xab", `${"o".repeat(65)}=`])(
  "takes nothing from %j",
  async (text) => {
    localStorage.setItem(KEY, JSON.stringify(text));
    expect((await openTab()).read()).toEqual({});
  },
);

it("remembers as long as the page is open where the storage refuses", async () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  Object.assign(localStorage, { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { ask, read } = await openTab();
  ask("first", "");
  expect(read()).toEqual({ first: "" });
});
