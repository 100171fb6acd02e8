import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { OrderReading } from "#machines/orderFollow/orderFollow.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

type Envelope = components["schemas"]["Envelope"];

interface OrderFollowDeps {
  api: Api;
  /** Whether the envelopes of a paid order are wanted. A payment code may not read them. */
  withEnvelopes: boolean;
}

/** Orders are read again and again: one failure is not worth a toast. */
const QUIET = { isQuiet: true };

export function createOrderFollowActors({ api, withEnvelopes }: OrderFollowDeps) {
  async function loadEnvelope(envelopeId: string, signal: AbortSignal): Promise<Envelope> {
    const query = { envelopeId, limit: 1 };
    const { envelope } = await api.call(
      (client) => client.GET("/v1/redpackage/claimDetail", { params: { query }, signal }),
      QUIET,
    );
    return envelope;
  }

  return {
    loadOrder: fromPromise<OrderReading, { orderId: string }>(async ({ input: { orderId }, signal }) => {
      const query = { orderId };
      const { order } = await api.call(
        (client) => client.GET("/v1/order/detail", { params: { query }, signal }),
        QUIET,
      );
      if (!withEnvelopes || order.status !== "paid") return { order, envelopes: [] };
      // Read after the order: the envelopes of a paid order are open.
      const envelopes = await Promise.all(order.envelopeIds.map((envelopeId) => loadEnvelope(envelopeId, signal)));
      return { order, envelopes };
    }),
  };
}
