import { beforeEach, expect, it, vi } from "vitest";
import type { WalletAttempts } from "#machines/payment/payment.types.ts";
import { createMemoryStorage } from "./memoryStorage.ts";

const KEY = "hongbao.draft.orders.attempts";
const HASH = `0x${"ab".repeat(32)}`;
const ASKED: WalletAttempts = { first: null };

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  return () => vi.unstubAllGlobals();
});

/** A tab of the app. */
async function openTab() {
  vi.resetModules();
  return await import("./walletAttempts.ts");
}

it("keeps by order what wallets were asked to pay and what they answered, for a new tab, too", async () => {
  const { keepWalletAttempt } = await openTab();
  keepWalletAttempt("first", { first: null });
  keepWalletAttempt("second", { first: null, second: HASH });
  const { readWalletAttempts } = await openTab();
  expect(readWalletAttempts()).toEqual({ first: null, second: HASH });
});

it("forgets the order that was not paid after all", async () => {
  const { keepWalletAttempt, readWalletAttempts } = await openTab();
  keepWalletAttempt("first", { first: null });
  keepWalletAttempt("second", { second: null });
  keepWalletAttempt("first", {});
  expect(readWalletAttempts()).toEqual({ second: null });
});

it("keeps what another tab asked for in the meantime", async () => {
  const first = await openTab();
  const second = await openTab();
  first.keepWalletAttempt("first", { first: null });
  second.keepWalletAttempt("second", { second: null });
  expect(first.readWalletAttempts()).toEqual({ first: null, second: null });
});

it.each([null, HASH])("keeps %s of another tab where this one is refused the same order", async (kept) => {
  const first = await openTab();
  const second = await openTab();
  first.keepWalletAttempt("first", { first: kept });
  for (const attempts of [ASKED, {}, ASKED, {}]) second.keepWalletAttempt("first", attempts);
  expect(first.readWalletAttempts()).toEqual({ first: kept });
});

it("forgets with a payment that fell short what was asked for before it", async () => {
  const { keepWalletAttempt, readWalletAttempts } = await openTab();
  for (const attempts of [ASKED, ASKED, { first: HASH }, {}]) keepWalletAttempt("first", attempts);
  expect(readWalletAttempts()).toEqual({});
});

it("keeps the last twenty orders, which fit into a draft", async () => {
  const { keepWalletAttempt, readWalletAttempts } = await openTab();
  const orderIds = Array.from({ length: 21 }, (_, index) => `order-${String(index).padStart(20, "0")}`);
  for (const orderId of orderIds) keepWalletAttempt(orderId, { [orderId]: "s".repeat(88) });
  expect(Object.keys(readWalletAttempts())).toEqual(orderIds.slice(1));
});

it.each(["", "{", "null", "[]", "first", "first:", "<b>=", "first=<b>", "=0xab", `${"o".repeat(65)}=<`])(
  "takes nothing from %j",
  async (text) => {
    localStorage.setItem(KEY, JSON.stringify(text));
    const { readWalletAttempts } = await openTab();
    expect(readWalletAttempts()).toEqual({});
  },
);

it("remembers as long as the page is open where the storage refuses", async () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  Object.assign(localStorage, { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { keepWalletAttempt, readWalletAttempts } = await openTab();
  keepWalletAttempt("first", { first: null });
  expect(readWalletAttempts()).toEqual({ first: null });
});
