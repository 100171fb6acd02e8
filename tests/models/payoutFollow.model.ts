import type { components } from "#contract/schema.d.ts";
import { payoutFollowMachine, payoutFollowSecrets } from "#machines/payoutFollow/payoutFollow.machine.ts";
import { payoutFollowTable, type PayoutFollowShape } from "#machines/payoutFollow/payoutFollow.table.ts";
import { viewPayoutFollow } from "#machines/payoutFollow/payoutFollow.view.ts";
import { defineModel } from "./model.ts";
import { samplePayout } from "./samples.ts";

const read = (change: Partial<components["schemas"]["Payout"]>) => ({ ...samplePayout, ...change });

export const model = defineModel<PayoutFollowShape>({
  machine: payoutFollowMachine,
  table: payoutFollowTable,
  secrets: payoutFollowSecrets,
  inputs: [
    { payoutId: "p1", payout: null },
    { payoutId: "p1", payout: samplePayout },
  ],
  events: { "ui.retry": [{ type: "ui.retry" }] },
  outcomes: {
    loadPayout: {
      done: [
        read({}),
        read({ status: "held", heldReason: "limit" }),
        read({ status: "sending", txHash: "0xabcd" }),
        read({ status: "confirming", txHash: "0xabcd", confirmations: 4 }),
        read({ status: "paid", txHash: "0xabcd", confirmations: 12, settledAt: "2026-11-20T12:14:00Z" }),
        read({ status: "cancelled", settledAt: "2026-11-20T12:11:00Z" }),
        read({ status: "returned", returnedAmount: "0.04996", lostFee: "0.00004", settledAt: "2026-11-20T12:20:00Z" }),
      ],
      error: [{ kind: "network" }, { kind: "api", error: "notFound", message: "" }],
    },
  },
  key: ({ payout, failure }) => ({ status: payout?.status ?? null, failure }),
  invariants: {
    "a payout ends only as the server says": ({ payout }, isIn) =>
      !isIn("ended") || ["paid", "cancelled", "returned"].includes(payout?.status ?? ""),
    "what is known is followed without a break": ({ payout }, isIn) => payout === null || !isIn("failed"),
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewPayoutFollow,
});
