import { expect } from "vitest";
import { type EventFrom, fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { orderFollowChild } from "#machines/kit/follow/orderFollow.ts";
import { findDueAmount } from "#machines/lifecycle/order/findDueAmount.ts";
import { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment } from "#machines/payment/payment.view.ts";
import type { WalletAttempts } from "#machines/payment/paymentOrders.ts";
import type {
  ConnectedAccount,
  WalletConnectionOutput,
  WalletWatch,
} from "#machines/walletConnection/walletConnection.machine.ts";
import { sampleConnected, sampleKind, sampleOrder, sampleRequest } from "#tests/support/samples.ts";
import { openChart, provideWorld } from "./openChart.ts";
import { OFFLINE } from "./refusal.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

export const FROM = sampleRequest.from;
export const HASH = "0xabcd";

/** A server that keeps orders, and a wallet whose answers the story decides. */
export function openPage(...given: Order[]) {
  const orders = new Map(given.map((order) => [order.orderId, order]));
  const read = (orderId: string): Order => orders.get(orderId) ?? sampleOrder;
  const isOpen = ({ status }: Order): boolean => !["paid", "cancelled", "expired"].includes(status);
  const change = (orderId: string, fields: Partial<Order>): void => {
    orders.set(orderId, { ...read(orderId), ...fields });
  };
  const toRequest = (order: Order): PaymentRequest | null => {
    if (order.isOverdue || !["awaitingPayment", "partiallyPaid"].includes(order.status)) return null;
    return {
      ...sampleRequest,
      orderId: order.orderId,
      fromProven: true,
      to: order.treasuryAddress,
      amount: findDueAmount(order),
      network: order.network,
    };
  };
  const wallet = {
    prompts: [] as PromiseWithResolvers<string>[],
    changes: [] as PromiseWithResolvers<ConnectedAccount>[],
    watched: [] as WalletWatch[],
  };
  let kept: WalletAttempts = {};
  /** How often the orders were read again, and whether the server answers. */
  const list = { readCount: 0, isSilent: false, isDown: false };
  const connected: WalletConnectionOutput = { ...sampleConnected, connectorId: "metal" };
  const connection: { answer: Promise<WalletConnectionOutput> } = { answer: Promise.resolve(connected) };
  const load = () =>
    openChart(paymentMachine, viewPayment, {
      input: { hasAccess: true, onlyOrderId: null, walletKinds: { ETH: sampleKind }, walletAttempts: kept },
      world: {
        loadPage: () => ({
          orders: [...orders.values()].filter(isOpen),
          isDomHttp: false,
          officialDomains: [],
          appUrl: null,
        }),
        loadOrders: ({ orderIds }) => {
          list.readCount += 1;
          if (list.isDown) throw OFFLINE;
          return list.isSilent ? new Promise(() => {}) : { orders: orderIds.map(read), walletAttempts: kept };
        },
        loadTerms: ({ orderId }) => ({ order: read(orderId), request: toRequest(read(orderId)) }),
        // The connection has stories of its own; here it is right at once.
        walletConnection: fromPromise(() => connection.answer) as never,
        orderFollow: provideWorld(orderFollowChild, { read: ({ id }) => ({ order: read(id), envelopes: [] }) }),
        watchWallet: (watch) => {
          wallet.watched.push(watch);
          const change = Promise.withResolvers<ConnectedAccount>();
          wallet.changes.push(change);
          return change.promise;
        },
        pay: () => {
          const prompt = Promise.withResolvers<string>();
          wallet.prompts.push(prompt);
          return prompt.promise;
        },
        submitPayment: ({ orderId, txHash }) => {
          change(orderId, { reportedTxHash: txHash });
          return read(orderId);
        },
      },
    });
  let page = load();
  const open = (): void => {
    page.actor.on("wallet.asked", ({ id }) => {
      kept = { ...kept, [id]: null };
    });
    page.actor.on("wallet.answered", ({ id, answer }) => {
      const { [id]: _, ...others } = kept;
      kept = answer === undefined ? others : { ...others, [id]: answer };
    });
    page.send({ type: "ui.open" });
  };
  open();
  /** Sends the event as soon as the page is there. */
  const sendAt = (value: string, event: EventFrom<typeof paymentMachine>): void => {
    const watch = page.actor.subscribe((snapshot) => {
      if (snapshot.value !== value) return;
      watch.unsubscribe();
      page.send(event);
    });
  };
  const reload = (): void => {
    page.actor.stop();
    page = load();
    open();
  };

  /** The wallet refuses after its page was left. */
  const refuseLate = (orderId: string): void => {
    const { [orderId]: _, ...others } = kept;
    kept = others;
  };

  const listControls = () => page.listControls().filter((type) => type !== "ui.chooseOrder");
  const openWallet = async (): Promise<PromiseWithResolvers<string>> => {
    const before = wallet.prompts.length;
    await page.see("reviewing");
    page.press("ui.pay");
    await page.see("confirmingInWallet");
    expect(wallet.prompts).toHaveLength(before + 1);
    return wallet.prompts[before] ?? Promise.withResolvers<string>();
  };
  const waitUntilShown = async (orderId: string, mark: string): Promise<void> => {
    page.clock.increment(10_000);
    await page.reach(({ orders: shown }) => shown.some((order) => order.orderId === orderId && order.mark === mark));
  };
  return {
    get actor() {
      return page.actor;
    },
    get clock() {
      return page.clock;
    },
    look: () => page.look(),
    reach: (isThere: Parameters<typeof page.reach>[0]) => page.reach(isThere),
    see: (state: Parameters<typeof page.see>[0]) => page.see(state),
    reload,
    change,
    wallet,
    connection,
    list,
    sendAt,
    listControls,
    openWallet,
    refuseLate,
    waitUntilShown,
  };
}

export const FIRST: Order = { ...sampleOrder, orderId: "first" };
export const SECOND: Order = { ...sampleOrder, orderId: "second", amount: "0.07" };
export const CONFIRMING = { status: "confirming", txHash: HASH, confirmations: 12, requiredConfirmations: 12 } as const;

/** What is known of a payment that nobody is making. */
export const NOTHING = { connection: null, request: null, isChanged: false, failure: null };

export type Page = ReturnType<typeof openPage>;

export async function startPaying(order: Order = FIRST): Promise<Page> {
  const page = openPage(order);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  return page;
}

export async function goBack(page: Page): Promise<void> {
  page.actor.send({ type: "ui.back" });
  expect((await page.see("choosingOrder")).order?.orderId).toBe("first");
  expect(page.actor.getSnapshot().context).toMatchObject(NOTHING);
}
