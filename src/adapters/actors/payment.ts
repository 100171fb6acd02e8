import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { viewOrder } from "#machines/lifecycle/order/order.view.ts";
import type { PaymentPage, PaymentTerms, WalletKind } from "#machines/payment/payment.machine.ts";
import { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";

import {
  createWalletConnectionActors,
  getBrowserWallet,
  type BrowserWallets,
  type WalletConnectionDeps,
} from "./walletConnection.ts";

type Order = components["schemas"]["Order"];
type WalletType = components["schemas"]["WalletType"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

/** Kinds of browser wallets that the payment page can connect. */
export const WALLET_KINDS = {
  ETH: {
    capabilities: { discovery: true, networkSwitch: true, messageSigning: true },
    installUrl: "https://metamask.io/download/",
  },
} as const satisfies Partial<Record<WalletType, WalletKind>>;

export function createPaymentActors(deps: WalletConnectionDeps) {
  const { api, wallets } = deps;

  async function loadOrder(orderId: string, signal: AbortSignal, isQuiet: boolean): Promise<Order> {
    const query = { orderId };
    const { order } = await api.call((client) => client.GET("/v1/order/detail", { params: { query }, signal }), {
      isQuiet,
    });
    return order;
  }

  return {
    walletConnection: walletConnectionMachine.provide({ actors: createWalletConnectionActors(deps) }),
    loadPage: fromPromise<PaymentPage, undefined>(async ({ signal }) => {
      const [unpaid, info] = await Promise.all([
        api.call((client) => client.GET("/v1/order/unpaidList", { signal })),
        api.call((client) => client.GET("/v1/system/info", { signal })),
      ]);
      const { coins, isDomHttp, officialDomains, appUrl } = info;
      return { orders: unpaid.items, coins, isDomHttp, officialDomains, appUrl };
    }),
    loadTerms: fromPromise<PaymentTerms, { orderId: string }>(async ({ input, signal }) => {
      const order = await loadOrder(input.orderId, signal, false);
      if (!viewOrder({ value: order.status }).isPayable) return { order, request: null };
      const query = { orderId: input.orderId };
      const request = await api.call((client) => client.GET("/v1/order/paymentRequest", { params: { query }, signal }));
      return { order, request };
    }),
    pay: fromPromise<string, { walletType: WalletType; connectorId: string; request: PaymentRequest | null }>(
      async ({ input: { walletType, connectorId, request } }) => payWith(wallets, walletType, connectorId, request),
    ),
    submitPayment: fromPromise<Order, { orderId: string; txHash: string }>(async ({ input, signal }) => {
      const { order } = await api.call(
        (client) =>
          client.POST("/v1/order/submitPayment", {
            // The hash names the attempt: a retry reports the same transaction.
            params: { header: { "Idempotency-Key": `submit-${input.txHash}` } },
            body: input,
            signal,
          }),
        { isQuiet: true },
      );
      return order;
    }),
    loadOrder: fromPromise<Order, { orderId: string }>(({ input, signal }) => loadOrder(input.orderId, signal, true)),
  };
}

function payWith(
  wallets: BrowserWallets,
  walletType: WalletType,
  connectorId: string,
  request: PaymentRequest | null,
): Promise<string> {
  if (request === null) throw new Error("nothing to pay");
  return getBrowserWallet(wallets, walletType).pay(connectorId, request);
}
