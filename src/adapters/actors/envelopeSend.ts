import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { MAX_CHATS } from "#domain/envelope/validateSend.ts";
import type { SendOptions, SendResult } from "#machines/envelopeSend/envelopeSend.setup.ts";
import type { Funds } from "#machines/envelopeSend/sendForm.ts";
import { toFailure } from "#machines/failure.ts";
import { orderFollowChild } from "#machines/orderFollow/orderFollowChild.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { readBalance } from "#src/adapters/api/readBalance.ts";
import { readEnvelope } from "#src/adapters/api/readEnvelope.ts";

import { createOrderFollowActors } from "./orderFollow.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];
type SendBody = components["schemas"]["SendRedEnvelopeBody"];

/** As many groups and open orders as one page of the contract holds. */
const FULL_PAGE = { limit: 100 };

/** What is read beside the form, or again and again: one failure is not worth a toast. */
const QUIET = { isQuiet: true };

/** Envelopes that were just sent are among the newest, with room for others that were sent since. */
const NEWEST_PAGE = { limit: 2 * MAX_CHATS };

interface EnvelopeSendDeps {
  api: Api;
  readSystemInfo: () => Promise<components["schemas"]["SystemInfo"]>;
}

export function createEnvelopeSendActors({ api, readSystemInfo }: EnvelopeSendDeps) {
  async function readWallet(coinType: CoinType, signal: AbortSignal): Promise<Funds> {
    const { items } = await api.call((client) => client.GET("/v1/wallet/list", { signal }), QUIET);
    const wallet = items.find(({ type }) => type === COINS[coinType].walletType);
    if (wallet === undefined) return { kind: "notBound" };
    const { address } = wallet;
    try {
      const { balance } = await api.call(
        (client) => client.GET("/v1/wallet/balance", { params: { query: { coinType } }, signal }),
        QUIET,
      );
      return { kind: "bound", address, balance };
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === "api" && failure.error === "walletNotBound") return { kind: "notBound" };
      if (failure.kind !== "api") throw failure;
      return { kind: "bound", address, balance: null };
    }
  }

  async function readFunds(coinType: CoinType, signal: AbortSignal): Promise<Funds> {
    const [wallet, inApp] = await Promise.all([readWallet(coinType, signal), readBalance(api, coinType, signal)]);
    return inApp === "0" ? wallet : { ...wallet, inApp };
  }

  async function loadNewest(signal: AbortSignal): Promise<readonly Envelope[]> {
    const { items } = await api.call(
      (client) => client.GET("/v1/redpackage/allSendRecords", { params: { query: NEWEST_PAGE }, signal }),
      QUIET,
    );
    return items;
  }

  /** One request for all, and one for each that is older than the newest page. */
  async function loadEnvelopes(envelopeIds: readonly string[], signal: AbortSignal): Promise<readonly Envelope[]> {
    const newest = envelopeIds.length > 1 ? await loadNewest(signal) : [];
    return Promise.all(
      envelopeIds.map(
        async (envelopeId) =>
          newest.find((envelope) => envelope.envelopeId === envelopeId) ?? readEnvelope(api, envelopeId, signal),
      ),
    );
  }

  return {
    loadOptions: fromPromise<SendOptions, undefined>(async ({ signal }) => {
      const params = { query: FULL_PAGE };
      const [chats, unpaid, lookInUse, { coins }] = await Promise.all([
        api.call((client) => client.GET("/v1/chat/list", { params, signal })),
        api.call((client) => client.GET("/v1/order/unpaidList", { params, signal })),
        api.call((client) => client.GET("/v1/user/redEnvelopeCoverAndMessage", { signal })),
        readSystemInfo(),
      ]);
      const coinTypes = coins.map(({ coinType }) => coinType);
      return { coinTypes, chats: chats.items, unpaidOrders: unpaid.items, lookInUse };
    }),
    loadFunds: fromPromise<Funds, { coinType: CoinType }>(({ input: { coinType }, signal }) =>
      readFunds(coinType, signal),
    ),
    sendEnvelope: fromPromise<SendResult, { body: SendBody; idempotencyKey: string }>(({ input, signal }) =>
      api.call((client) =>
        client.POST("/v1/redpackage/sendRedEnvelope", {
          params: { header: { "Idempotency-Key": input.idempotencyKey } },
          body: input.body,
          signal,
        }),
      ),
    ),
    orderFollow: orderFollowChild.provide({ actors: createOrderFollowActors({ api, withEnvelopes: true }) }),
    loadEnvelopes: fromPromise<readonly Envelope[], { envelopeIds: readonly string[] }>(({ input, signal }) =>
      loadEnvelopes(input.envelopeIds, signal),
    ),
    renewLink: fromPromise<{ paymentUrl: string }, undefined>(async ({ signal }) => {
      const { paymentUrl } = await api.call((client) => client.POST("/v1/user/paymentCode", { signal }));
      return { paymentUrl };
    }),
    cancelOrder: fromPromise<Order, { orderId: string }>(async ({ input, signal }) => {
      const { order } = await api.call((client) => client.POST("/v1/order/cancel", { body: input, signal }));
      return order;
    }),
  };
}
