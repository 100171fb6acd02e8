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

const NO_WALLETS = createBrowserWallets(() => Promise.reject(new Error("not asked")));

const ORDER = { orderId: "o1", status: "awaitingPayment" };

/** The actors with a server that answers by path, and the paths that it was asked. Nobody connects a wallet here. */
function openActors(answers: Record<string, unknown> = {}, wallets = NO_WALLETS) {
  const asked: string[] = [];
  const ask = (path: string) => {
    asked.push(path);
    return Promise.resolve(answers[path]);
  };
  const api = { get: ask, post: ask } as unknown as Api;
  return { actors: createPaymentActors({ loadConnection: () => Promise.resolve(), api, wallets }), asked };
}

type Actors = ReturnType<typeof openActors>["actors"];

const loadTerms = ({ loadTerms: logic }: Actors) => toPromise(createActor(logic, { input: { orderId: "o1" } }).start());

const loadOrders = ({ loadOrders: logic }: Actors, orderIds: readonly string[] = []) =>
  toPromise(createActor(logic, { input: { orderIds, onlyOrderId: null } }).start());

/** Has the wallet asked for the payment of the order. */
const startPaying = ({ pay }: Actors, orderId = "o1") =>
  createActor(pay, { input: { walletType: "ETH", connectorId: "a", request: { orderId } as never } }).start();

/** What is kept in the browser is gone after the test. */
function keepInMemory(): void {
  vi.stubGlobal("localStorage", createMemoryStorage());
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** A wallet that is asked by `ask`. */
const createWallet = (ask: BrowserWallet["pay"]) => ({ pay: ask }) as unknown as BrowserWallet;

describe("loadTerms", () => {
  it.each(["awaitingPayment", "partiallyPaid"])("reads the terms of an order that is %s", async (status) => {
    const order = { ...ORDER, status };
    const request = { amount: "0.05" };
    const { actors } = openActors({ "/v1/order/detail": { order }, "/v1/order/paymentRequest": request });
    await expect(loadTerms(actors)).resolves.toEqual({ order, request });
  });

  it.each([
    ["confirming", { status: "confirming" }],
    ["paid", { status: "paid" }],
    ["cancelled", { status: "cancelled" }],
    ["expired", { status: "expired" }],
    ["in its grace time", { isOverdue: true }],
  ])("asks for no terms of an order that is %s", async (_, change) => {
    const order = { ...ORDER, ...change };
    const { actors, asked } = openActors({ "/v1/order/detail": { order } });
    await expect(loadTerms(actors)).resolves.toEqual({ order, request: null });
    expect(asked).toEqual(["/v1/order/detail"]);
  });
});

describe("pay", () => {
  it("rejects with a failure where the wallet cannot be loaded", async () => {
    const actor = startPaying(openActors().actors);
    await expect(toPromise(actor)).rejects.toEqual({ kind: "network" } satisfies Failure);
  });

  it("reports a hash that comes after the person has gone back", async () => {
    keepInMemory();
    const { promise, resolve } = Promise.withResolvers<string>();
    const ask = vi.fn<BrowserWallet["pay"]>(() => promise);
    const { actors, asked } = openActors({ "/v1/order/submitPayment": { order: ORDER } }, async () =>
      createWallet(ask),
    );
    const actor = startPaying(actors);
    await expect.poll(() => ask.mock.calls).toEqual([["a", { orderId: "o1" }]]);
    actor.stop();
    resolve("0xabcd");
    await expect.poll(() => asked).toEqual(["/v1/order/submitPayment"]);
  });

  it.each([
    ["a refusal", { kind: "wallet", reason: "cancelled" } satisfies Failure, {}],
    ["an error that may follow a payment", { kind: "wallet", reason: "payFailed" } satisfies Failure, { o7: null }],
  ])("%s after the person has gone back leaves of the attempt what is true", async (_, failure, left) => {
    keepInMemory();
    const { promise, reject } = Promise.withResolvers<string>();
    const ask = vi.fn<BrowserWallet["pay"]>(() => promise);
    const attempts = openOrderAttempts();
    attempts.ask("o7", "");
    const { actors } = openActors({ "/v1/order/unpaidList": { items: [] } }, async () => createWallet(ask));
    const actor = startPaying(actors, "o7");
    await expect.poll(() => ask.mock.calls).toHaveLength(1);
    actor.stop();
    reject(failure);
    await promise.catch(() => {});
    await Promise.resolve();
    await expect(loadOrders(actors)).resolves.toMatchObject({ walletAttempts: left });
    attempts.end("o7");
  });

  it("asks no wallet that arrives after the person has gone back", async () => {
    const { promise, resolve } = Promise.withResolvers<BrowserWallet>();
    const ask = vi.fn<BrowserWallet["pay"]>(() => Promise.resolve("0xabcd"));
    const { actors } = openActors(
      {},
      createBrowserWallets(() => promise),
    );
    const actor = startPaying(actors);
    actor.stop();
    resolve(createWallet(ask));
    await promise;
    await new Promise((done) => {
      setTimeout(done, 0);
    });
    expect(ask).not.toHaveBeenCalled();
  });

  it("leaves the report to the machine while the person waits", async () => {
    const { actors, asked } = openActors({}, async () => createWallet(() => Promise.resolve("0xabcd")));
    await expect(toPromise(startPaying(actors))).resolves.toBe("0xabcd");
    expect(asked).toEqual([]);
  });
});

describe("loadOrders", () => {
  it("tells what became of an order that is not in the list any more", async () => {
    const paid = { orderId: "o2", status: "paid" };
    const { actors } = openActors({ "/v1/order/unpaidList": { items: [ORDER] }, "/v1/order/detail": { order: paid } });
    await expect(loadOrders(actors, ["o1", "o2"])).resolves.toMatchObject({ orders: [ORDER, paid] });
  });
});

it("keeps for the next page what a wallet is asked and answers, until it is known that nothing comes", () => {
  keepInMemory();
  const { readMeans } = createOrderPayment({} as unknown as App);
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
