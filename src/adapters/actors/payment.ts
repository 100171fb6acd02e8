import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { PaymentMeans } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import { isOpenStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { orderFollowChild } from "#machines/kit/follow/orderFollow.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
import { hasSentNothing } from "#machines/kit/walletPayment.ts";
import { type PaymentInput, paymentMachine } from "#machines/payment/payment.machine.ts";
import type { OrdersReading, WalletAttempts } from "#machines/payment/paymentOrders.ts";
import { type PaymentView, viewPayment } from "#machines/payment/payment.view.ts";
import { openOrderAttempts } from "#src/adapters/walletAttempts.ts";
import { openPaymentAccess } from "#src/adapters/paymentAccess.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { createAppWallets } from "#src/adapters/wallets/browserWallets.ts";
import type { App } from "#src/createApp.ts";
import { createOrderFollowActors } from "./orderFollow.ts";
import type { Flow } from "./flow.ts";
import type { WalletConnectionDeps } from "./walletConnection.ts";
import { watchWallet } from "./watchWallet.ts";

type Order = components["schemas"]["Order"];

interface PaymentDeps extends WalletConnectionDeps {
  /** Makes sure that the orders can be read; absent where a session reads them. */
  ensureAccess?: () => Promise<void>;
}

interface PaymentActorsDeps extends PaymentDeps {
  /** Has the chart know what connects a wallet. */
  loadConnection: () => Promise<void>;
}

export function createPaymentActors({
  ensureAccess,
  api,
  wallets,
  loadConnection,
}: PaymentActorsDeps): Omit<ActorsOf<typeof paymentMachine>, "walletConnection"> {
  async function loadOrder(orderId: string, signal: AbortSignal): Promise<Order> {
    const query = { orderId };
    const { order } = await api.get("/v1/order/detail", query, signal);
    return order;
  }

  async function loadUnpaid(signal: AbortSignal): Promise<readonly Order[]> {
    const { items } = await api.get("/v1/order/unpaidList", {}, signal);
    return items;
  }

  /** The order, unless it has ended. */
  async function loadOpen(orderId: string, signal: AbortSignal): Promise<readonly Order[]> {
    const order = await loadOrder(orderId, signal);
    return isOpenStatus(order.status) ? [order] : [];
  }

  /** Never aborted: a report reaches the server even after the person has gone back to the orders. */
  async function report(body: { orderId: string; txHash: string }): Promise<Order> {
    const idempotencyKey = `submit-${body.txHash}`;
    return (await api.post("/v1/order/submitPayment", body, undefined, { idempotencyKey })).order;
  }

  const readAlong = (orders: readonly Order[]): OrdersReading => ({ orders, walletAttempts: readWalletAttempts() });

  return {
    orderFollow: provideAll(orderFollowChild, createOrderFollowActors({ api, withEnvelopes: false })),
    loadPage: fromPromise(async ({ input: { orderId }, signal }) => {
      await ensureAccess?.();
      const [orders, info] = await Promise.all([
        orderId === null ? loadUnpaid(signal) : loadOpen(orderId, signal),
        api.get("/v1/system/info", {}, signal),
      ]);
      const { isDomHttp, officialDomains, appUrl } = info;
      return { orders, isDomHttp, officialDomains, appUrl };
    }),
    loadOrders: fromPromise(async ({ input, signal }) => {
      if (input.onlyOrderId !== null) return readAlong([await loadOrder(input.onlyOrderId, signal)]);
      const items = await loadUnpaid(signal);
      const listed = new Set(items.map(({ orderId }) => orderId));
      const ended = input.orderIds.filter((orderId) => !listed.has(orderId));
      return readAlong([...items, ...(await Promise.all(ended.map((orderId) => loadOrder(orderId, signal))))]);
    }),
    loadTerms: fromPromise(async ({ input, signal }) => {
      const order = await loadOrder(input.orderId, signal);
      if (!viewOrder({ value: order.status }).isPayable || order.isOverdue) return { order, request: null };
      const query = { orderId: input.orderId };
      const [request] = await Promise.all([api.get("/v1/order/paymentRequest", query, signal), loadConnection()]);
      return { order, request };
    }),
    pay: fromPromise(async ({ input: { walletType, connectorId, request }, signal }) => {
      const wallet = await wallets(walletType, signal);
      const { orderId } = request;
      try {
        const txHash = await wallet.pay(connectorId, request);
        // The person has gone back and the machine has stopped listening; the hash must not be lost.
        if (signal.aborted && txHash !== null) {
          void report({ orderId, txHash }).catch(() => {});
          openOrderAttempts().end(orderId, txHash);
        }
        return txHash;
      } catch (error) {
        // Nor that nothing comes: the machine reads it with the orders.
        if (signal.aborted && hasSentNothing(error)) openOrderAttempts().end(orderId);
        throw error;
      }
    }),
    submitPayment: fromPromise(({ input }) => report(input)),
    watchWallet: fromPromise(({ input, signal }) => watchWallet(wallets, input, signal)),
  };
}

function readWalletAttempts(): WalletAttempts {
  return Object.fromEntries(Array.from(openOrderAttempts().read(), ([orderId, hash]) => [orderId, hash || null]));
}

/** A payment with all that it needs, of which what connects a wallet comes with the first terms. */
function createPayment(deps: PaymentDeps): typeof paymentMachine {
  const loadConnection = async () => {
    const { createPaymentConnection } = await import("./paymentConnection.ts");
    Object.assign(logic.implementations.actors, createPaymentConnection(deps));
  };
  const actors = createPaymentActors({ ...deps, loadConnection });
  const logic = paymentMachine.provide({
    actors: actors,
  });
  return logic;
}

export interface PaymentPart {
  logic: typeof paymentMachine;
  readMeans: () => PaymentMeans;
}

/** Pays one order inside the messenger. */
export function createOrderPayment(app: Pick<App, "api" | "root" | "attempts">): PaymentPart {
  const { api, root } = app;
  app.attempts = openOrderAttempts();
  return {
    logic: createPayment({ api, wallets: createAppWallets(root) }),
    readMeans: () => ({ walletKinds: MESSENGER_WALLET_KINDS, walletAttempts: readWalletAttempts() }),
  };
}

/** Open with `{ type: "ui.open" }`; `walletKinds` is `WALLET_KINDS`. */
export const paymentFlow: Flow<"payment", PaymentView, Pick<PaymentInput, "walletKinds">> = {
  name: "payment",
  create: (app) =>
    createPayment({
      api: app.paymentApi,
      wallets: createAppWallets(app.root),
      ensureAccess: openPaymentAccess(app, window.sessionStorage),
    }),
  view: viewPayment,
  prepare: (app, { walletKinds }) => {
    app.attempts = openOrderAttempts();
    return {
      input: {
        hasAccess: app.hasPaymentCode,
        onlyOrderId: null,
        walletKinds,
        walletAttempts: readWalletAttempts(),
      },
    };
  },
};
