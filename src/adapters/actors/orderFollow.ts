import { fromPromise } from "xstate";

import type { OrderReading } from "#machines/kit/follow/orderFollow.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { readEnvelope } from "#src/adapters/api/readEnvelope.ts";

interface OrderFollowDeps {
  api: Api;
  /** Whether the envelopes of a paid order are wanted. A payment code may not read them. */
  withEnvelopes: boolean;
}

export function createOrderFollowActors({ api, withEnvelopes }: OrderFollowDeps) {
  return {
    read: fromPromise<OrderReading, { id: string }>(async ({ input, signal }) => {
      const { order } = await api.get("/v1/order/detail", { orderId: input.id }, signal);
      if (!withEnvelopes || order.status !== "paid") return { order, envelopes: [] };
      // Read after the order: the envelopes of a paid order are open.
      const envelopes = await Promise.all(order.envelopeIds.map((envelopeId) => readEnvelope(api, envelopeId, signal)));
      return { order, envelopes };
    }),
  };
}
