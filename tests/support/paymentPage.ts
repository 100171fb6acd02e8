import { expect } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { orderFollowChild, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import {
  type OrdersReading,
  type OrdersRequest,
  type PaymentInput,
  paymentMachine,
  type PaymentPage,
} from "#machines/payment/payment.machine.ts";
import { viewPayment } from "#machines/payment/payment.view.ts";
import type { WalletAttempts } from "#machines/payment/paymentOrders.ts";
import type {
  ConnectedAccount,
  WalletConnectionOutput,
  WalletWatch,
} from "#machines/walletConnection/walletConnection.machine.ts";
import { sampleKind, sampleOrder, sampleRequest } from "#tests/models/samples.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type Actors = NonNullable<Parameters<typeof paymentMachine.provide>[0]["actors"]>;

export interface PayInput {
  walletType: components["schemas"]["WalletType"];
  connectorId: string;
  request: PaymentRequest;
}

export const FROM = sampleRequest.from;

/** A payment page in a world of these actors; `readOrder` answers who follows one. */
export function createPage(actors: Actors, readOrder: (orderId: string) => Order | Promise<Order>) {
  const clock = new SimulatedClock();
  const orderFollow = orderFollowChild.provide({
    actors: {
      read: fromPromise<OrderReading, { id: string }>(async ({ input }) => ({
        order: await readOrder(input.id),
        envelopes: [],
      })),
    },
  });
  const machine = paymentMachine.provide({ actors: { ...actors, orderFollow } });
  const load = (input: Partial<PaymentInput> = {}) =>
    createActor(machine, {
      input: { hasAccess: true, onlyOrderId: null, walletKinds: { ETH: sampleKind }, walletAttempts: {}, ...input },
      clock,
    });
  return { clock, load };
}

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
      amount: String(Number(order.amount) - Number(order.paidAmount)),
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
  const connected: WalletConnectionOutput = {
    status: "connected",
    connectorId: "metal",
    address: FROM,
    networkId: "eip155:31337",
    isProven: true,
    wallet: null,
  };
  const connection: { answer: Promise<WalletConnectionOutput> } = { answer: Promise.resolve(connected) };
  const { clock, load: create } = createPage(
    {
      loadPage: fromPromise<PaymentPage, { orderId: string | null }>(async () => ({
        orders: [...orders.values()].filter(isOpen),
        isDomHttp: false,
        officialDomains: [],
        appUrl: null,
      })),
      loadOrders: fromPromise<OrdersReading, OrdersRequest>(async ({ input }) => {
        list.readCount += 1;
        if (list.isDown) throw { kind: "network" };
        return list.isSilent
          ? new Promise<never>(() => {})
          : { orders: input.orderIds.map(read), walletAttempts: kept };
      }),
      loadTerms: fromPromise<{ order: Order; request: PaymentRequest | null }, { orderId: string }>(
        async ({ input }) => ({ order: read(input.orderId), request: toRequest(read(input.orderId)) }),
      ),
      // The connection has stories of its own; here it is right at once.
      walletConnection: fromPromise(() => connection.answer) as never,
      watchWallet: fromPromise<ConnectedAccount, WalletWatch>(({ input }) => {
        wallet.watched.push(input);
        const change = Promise.withResolvers<ConnectedAccount>();
        wallet.changes.push(change);
        return change.promise;
      }),
      pay: fromPromise<string | null, PayInput>(() => {
        const prompt = Promise.withResolvers<string>();
        wallet.prompts.push(prompt);
        return prompt.promise;
      }),
      submitPayment: fromPromise<Order, { orderId: string; txHash: string }>(async ({ input }) => {
        change(input.orderId, { reportedTxHash: input.txHash });
        return read(input.orderId);
      }),
    },
    read,
  );
  const load = () => {
    const loaded = create({ walletAttempts: kept });
    loaded.on("walletAttempts.changed", ({ walletAttempts }) => {
      kept = walletAttempts;
    });
    loaded.start();
    loaded.send({ type: "ui.open" });
    return loaded;
  };
  let actor = load();
  /** Sends the event as soon as the page is there. */
  const sendAt = (value: string, event: Parameters<typeof actor.send>[0]): void => {
    const watch = actor.subscribe((snapshot) => {
      if (snapshot.value !== value) return;
      watch.unsubscribe();
      actor.send(event);
    });
  };
  const reload = (): void => {
    actor.stop();
    actor = load();
  };

  /** The wallet refuses after its page was left. */
  const refuseLate = (orderId: string): void => {
    const { [orderId]: _, ...others } = kept;
    kept = others;
  };

  const look = () => viewPayment(actor.getSnapshot());
  const see = async (state: ReturnType<typeof viewPayment>["state"]) =>
    viewPayment(await waitFor(actor, (snapshot) => viewPayment(snapshot).state === state));
  const listControls = () =>
    look()
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type)
      .filter((type) => type !== "ui.chooseOrder");
  const openWallet = async (): Promise<PromiseWithResolvers<string>> => {
    const before = wallet.prompts.length;
    await see("reviewing");
    actor.send({ type: "ui.pay" });
    await see("confirmingInWallet");
    expect(wallet.prompts).toHaveLength(before + 1);
    return wallet.prompts[before] ?? Promise.withResolvers<string>();
  };
  const waitUntilShown = async (orderId: string, mark: string): Promise<void> => {
    clock.increment(10_000);
    await waitFor(actor, (snapshot) =>
      viewPayment(snapshot).orders.some((order) => order.orderId === orderId && order.mark === mark),
    );
  };
  return {
    get actor() {
      return actor;
    },
    reload,
    clock,
    change,
    wallet,
    connection,
    list,
    sendAt,
    look,
    see,
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

export const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

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
