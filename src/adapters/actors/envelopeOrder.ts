import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { MAX_CHATS } from "#domain/envelope/validateSend.ts";
import { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { type EnvelopeOrderView, viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import { orderFollowChild } from "#machines/kit/follow/orderFollow.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { readEnvelope } from "#src/adapters/api/readEnvelope.ts";
import type { Flow } from "./flow.ts";
import { createOrderFollowActors } from "./orderFollow.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

/** Envelopes that were just sent are among the newest, with room for others that were sent since. */
const NEWEST_PAGE = { limit: 2 * MAX_CHATS };

export function createEnvelopeOrderActors({ api }: { api: Api }) {
  async function loadNewest(signal: AbortSignal): Promise<readonly Envelope[]> {
    const { items } = await api.call((client) =>
      client.GET("/v1/redpackage/allSendRecords", { params: { query: NEWEST_PAGE }, signal }),
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
    orderFollow: orderFollowChild.provide({ actors: createOrderFollowActors({ api, withEnvelopes: true }) }),
    loadEnvelopes: fromPromise<readonly Envelope[], { envelopeIds: readonly string[] }>(({ input, signal }) =>
      loadEnvelopes(input.envelopeIds, signal),
    ),
    renewLink: fromPromise<{ paymentUrl: string }, undefined>(async ({ signal }) => {
      const { paymentUrl } = await api.call((client) => client.POST("/v1/user/paymentCode", { signal }), {
        hasToast: true,
      });
      return { paymentUrl };
    }),
    cancelOrder: fromPromise<Order, { orderId: string }>(async ({ input, signal }) => {
      const { order } = await api.call((client) => client.POST("/v1/order/cancel", { body: input, signal }), {
        hasToast: true,
      });
      return order;
    }),
  };
}

/**
 * Open with `{ type: "ui.open" }`. Emits `openPayment` with the link to open outside, `payHere`, and an event for each way
 * back to the form.
 */
export const envelopeOrderFlow: Flow<"envelopeOrder", EnvelopeOrderView> = {
  name: "envelopeOrder",
  create: ({ api }) => envelopeOrderMachine.provide({ actors: createEnvelopeOrderActors({ api }) }),
  view: viewEnvelopeOrder,
};
