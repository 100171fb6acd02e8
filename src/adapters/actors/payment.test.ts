import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Failure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

import { createMemoryStorage } from "#src/adapters/storage.ts";
import { openOrderAttempts } from "#src/adapters/walletAttempts.ts";
import type { BrowserWallet } from "#src/adapters/wallets/browserWallet.ts";
import { createBrowserWallets } from "#src/adapters/wallets/browserWallets.ts";
import type { App } from "#src/createApp.ts";

import { createOrderPayment, createPaymentActors } from "./payment.ts";

/** Nobody connects a wallet here. */
const LATE = { loadConnection: () => Promise.resolve() };
const NO_WALLETS = createBrowserWallets(() => Promise.reject(new Error("not asked")));

const ORDER = { orderId: "o1", status: "awaitingPayment" };

/** An API that answers by path and records the calls. */
function createPathApi(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const ask = (path: string) => {
    asked.push(path);
    const answer = answers[path];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { api: { get: ask, post: ask } as unknown as Api, asked };
}

describe("loadTerms", () => {
  it.each(["awaitingPayment", "partiallyPaid"])("reads the terms of an order that is %s", async (status) => {
    const { api } = createPathApi({
      "/v1/order/detail": { order: { ...ORDER, status } },
      "/v1/order/paymentRequest": { amount: "0.05" },
    });
    const { loadTerms } = createPaymentActors({ ...LATE, api, wallets: NO_WALLETS });
    const actor = createActor(loadTerms, { input: { orderId: "o1" } }).start();
    await expect(toPromise(actor)).resolves.toEqual({ order: { ...ORDER, status }, request: { amount: "0.05" } });
  });

  it.each(["confirming", "paid", "cancelled", "expired"])(
    "asks for no terms of an order that is %s",
    async (status) => {
      const { api, asked } = createPathApi({ "/v1/order/detail": { order: { ...ORDER, status } } });
      const { loadTerms } = createPaymentActors({ ...LATE, api, wallets: NO_WALLETS });
      const actor = createActor(loadTerms, { input: { orderId: "o1" } }).start();
      await expect(toPromise(actor)).resolves.toEqual({ order: { ...ORDER, status }, request: null });
      expect(asked).toEqual(["/v1/order/detail"]);
    },
  );
});

describe("loadTerms in the grace time", () => {
  it("asks for no terms", async () => {
    const overdue = { ...ORDER, isOverdue: true };
    const { api, asked } = createPathApi({ "/v1/order/detail": { order: overdue } });
    const { loadTerms } = createPaymentActors({ ...LATE, api, wallets: NO_WALLETS });
    const actor = createActor(loadTerms, { input: { orderId: "o1" } }).start();
    await expect(toPromise(actor)).resolves.toEqual({ order: overdue, request: null });
    expect(asked).toEqual(["/v1/order/detail"]);
  });
});

describe("pay", () => {
  it("rejects with a failure where the wallet cannot be loaded", async () => {
    const { api } = createPathApi({});
    const { pay } = createPaymentActors({ ...LATE, api, wallets: NO_WALLETS });
    const request = {} as never;
    const actor = createActor(pay, { input: { walletType: "Tron", connectorId: "a", request } });
    actor.subscribe({ error: () => {} });
    actor.start();
    await expect(toPromise(actor)).rejects.toEqual({ kind: "network" } satisfies Failure);
  });

  it("reports a hash that comes after the person has gone back", async () => {
    vi.stubGlobal("localStorage", createMemoryStorage());
    onTestFinished(() => void vi.unstubAllGlobals());
    const { api, asked } = createPathApi({ "/v1/order/submitPayment": { order: ORDER } });
    const { promise, resolve } = Promise.withResolvers<string>();
    const ask = vi.fn<BrowserWallet["pay"]>(() => promise);
    const wallet = { pay: ask } as unknown as BrowserWallet;
    const { pay } = createPaymentActors({ ...LATE, api, wallets: () => Promise.resolve(wallet) });
    const request = { orderId: "o1" } as never;
    const actor = createActor(pay, { input: { walletType: "ETH", connectorId: "a", request } }).start();
    await expect.poll(() => ask.mock.calls).toEqual([["a", request]]);
    actor.stop();
    resolve("0xabcd");
    await expect.poll(() => asked).toEqual(["/v1/order/submitPayment"]);
  });

  it.each([
    ["a refusal", { kind: "wallet", reason: "cancelled" } satisfies Failure, {}],
    ["an error that may follow a payment", { kind: "wallet", reason: "payFailed" } satisfies Failure, { o7: null }],
  ])("%s after the person has gone back leaves of the attempt what is true", async (_, failure, left) => {
    vi.stubGlobal("localStorage", createMemoryStorage());
    onTestFinished(() => void vi.unstubAllGlobals());
    const { api } = createPathApi({ "/v1/order/unpaidList": { items: [] } });
    const { promise, reject } = Promise.withResolvers<string>();
    const ask = vi.fn<BrowserWallet["pay"]>(() => promise);
    const wallet = { pay: ask } as unknown as BrowserWallet;
    const attempts = openOrderAttempts();
    attempts.ask("o7", "");
    const { pay, loadOrders } = createPaymentActors({ ...LATE, api, wallets: () => Promise.resolve(wallet) });
    const request = { orderId: "o7" } as never;
    const actor = createActor(pay, { input: { walletType: "ETH", connectorId: "a", request } }).start();
    await expect.poll(() => ask.mock.calls).toHaveLength(1);
    actor.stop();
    reject(failure);
    await promise.catch(() => {});
    await Promise.resolve();
    const reading = createActor(loadOrders, { input: { orderIds: [], onlyOrderId: null } }).start();
    await expect(toPromise(reading)).resolves.toMatchObject({ walletAttempts: left });
    attempts.end("o7");
  });

  it("asks no wallet that arrives after the person has gone back", async () => {
    const { api } = createPathApi({});
    const { promise, resolve } = Promise.withResolvers<BrowserWallet>();
    const ask = vi.fn<BrowserWallet["pay"]>(() => Promise.resolve("0xabcd"));
    const { pay } = createPaymentActors({ ...LATE, api, wallets: createBrowserWallets(() => promise) });
    const request = { orderId: "o1" } as never;
    const actor = createActor(pay, { input: { walletType: "ETH", connectorId: "a", request } }).start();
    actor.stop();
    resolve({ pay: ask } as unknown as BrowserWallet);
    await promise;
    await new Promise((done) => {
      setTimeout(done, 0);
    });
    expect(ask).not.toHaveBeenCalled();
  });

  it("leaves the report to the machine while the person waits", async () => {
    const { api, asked } = createPathApi({});
    const wallet = { pay: () => Promise.resolve("0xabcd") } as unknown as BrowserWallet;
    const { pay } = createPaymentActors({ ...LATE, api, wallets: () => Promise.resolve(wallet) });
    const request = { orderId: "o1" } as never;
    const actor = createActor(pay, { input: { walletType: "ETH", connectorId: "a", request } }).start();
    await expect(toPromise(actor)).resolves.toBe("0xabcd");
    expect(asked).toEqual([]);
  });
});

describe("loadOrders", () => {
  it("tells what became of an order that is not in the list any more", async () => {
    const paid = { orderId: "o2", status: "paid" };
    const { api } = createPathApi({ "/v1/order/unpaidList": { items: [ORDER] }, "/v1/order/detail": { order: paid } });
    const { loadOrders } = createPaymentActors({ ...LATE, api, wallets: NO_WALLETS });
    const actor = createActor(loadOrders, { input: { orderIds: ["o1", "o2"], onlyOrderId: null } }).start();
    await expect(toPromise(actor)).resolves.toMatchObject({ orders: [ORDER, paid] });
  });
});

it("keeps for the next page what a wallet is asked and answers, until it is known that nothing comes", () => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  onTestFinished(() => void vi.unstubAllGlobals());
  const { readMeans } = createOrderPayment({ api: createPathApi({}).api } as unknown as App);
  const { ask, end } = openOrderAttempts();
  const read = () => readMeans().walletAttempts;
  ask("o1", "");
  expect(read()).toEqual({ o1: null });
  end("o1", "0xabc");
  ask("o2", "");
  expect(read()).toEqual({ o1: "0xabc", o2: null });
  end("o2");
  expect(read()).toEqual({ o1: "0xabc" });
  end("o1");
  expect(read()).toEqual({});
});
