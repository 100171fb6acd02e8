import type { components } from "#contract/schema.d.ts";
import { viewFollow } from "./follow.view.ts";
import { orderFollowMachine, toOrderReading } from "./orderFollow.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/support/samples.ts";

type Order = components["schemas"]["Order"];

const read = (change: Partial<Order>) => ({ order: { ...sampleOrder, ...change }, envelopes: [] });

export const model = defineModel({
  machine: orderFollowMachine,
  inputs: [
    { id: "o1", reading: null },
    { id: "o1", reading: toOrderReading(sampleOrder) },
    { id: "o1", reading: toOrderReading(sampleOrder), awaited: "boc" },
  ],
  events: {},
  outcomes: {
    read: {
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
  key: ({ reading, failure, awaited, hurriedFor }) => ({
    awaited: awaited ?? null,
    hurriedFor,
    status: reading?.order.status ?? null,
    hash: reading?.order.reportedTxHash ?? null,
    failure,
  }),
  invariants: {
    "an order ends only as the server says": ({ reading }, isIn) =>
      !isIn("ended") || ["paid", "cancelled", "expired"].includes(reading?.order.status ?? ""),
    "what is known is followed without a break": ({ reading }, isIn) => reading === null || !isIn("failed"),
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewFollow,
});
