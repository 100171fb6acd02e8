import type { components } from "#contract/schema.d.ts";
import { orderFollowMachine, orderFollowSecrets } from "#machines/orderFollow/orderFollow.machine.ts";
import { orderFollowTable, type OrderFollowShape } from "#machines/orderFollow/orderFollow.table.ts";
import { viewOrderFollow } from "#machines/orderFollow/orderFollow.view.ts";
import { defineModel } from "./model.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "./samples.ts";

type Order = components["schemas"]["Order"];

const read = (change: Partial<Order>) => ({ order: { ...sampleOrder, ...change }, envelopes: [] });

export const model = defineModel<OrderFollowShape>({
  machine: orderFollowMachine,
  table: orderFollowTable,
  secrets: orderFollowSecrets,
  inputs: [
    { orderId: "o1", order: null },
    { orderId: "o1", order: sampleOrder },
  ],
  events: { "ui.retry": [{ type: "ui.retry" }] },
  outcomes: {
    loadOrder: {
      done: [
        read({}),
        read({ reportedTxHash: "0xabcd" }),
        read({ status: "partiallyPaid", paidAmount: "0.02" }),
        read({ status: "confirming", network: { id: "eip155:1", name: "Ethereum" } }),
        { order: { ...sampleOrder, status: "paid" }, envelopes: [{ ...sampleUnpaidEnvelope, status: "open" }] },
        read({ status: "cancelled" }),
        read({ status: "expired" }),
      ],
      error: [{ kind: "network" }, { kind: "api", error: "notFound", message: "" }],
    },
  },
  key: ({ order, failure }) => ({ status: order?.status ?? null, hash: order?.reportedTxHash ?? null, failure }),
  invariants: {
    "an order ends only as the server says": ({ order }, isIn) =>
      !isIn("ended") || ["paid", "cancelled", "expired"].includes(order?.status ?? ""),
    "what is known is followed without a break": ({ order }, isIn) => order === null || !isIn("failed"),
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewOrderFollow,
});
