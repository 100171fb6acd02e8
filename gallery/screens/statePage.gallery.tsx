import type { ComponentProps } from "react";
import type { SnapshotFrom } from "xstate";

import type { EnvelopeState, FlowLogics } from "#machines/app/flows.ts";
import { envelopeCloseMachine } from "#machines/envelopeClose/envelopeClose.machine.ts";
import { orderFollowMachine, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import { viewFollow } from "#machines/kit/follow/follow.view.ts";
import { payoutFollowMachine } from "#machines/kit/follow/payoutFollow.ts";
import { envelopeThankFlow } from "#src/adapters/actors/choices.ts";
import { StatePage } from "#src/screens/statePage/StatePage.tsx";

import { sampleOrder } from "#tests/models/samples.ts";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { claim, claimersEnvelope, envelope, envelopes, payouts, strangersEnvelope } from "../samples.ts";
import { sampleLife } from "../sampleLife.ts";
import { Scene } from "../static/Scene.tsx";
import { standInChoice } from "../static/standInChoice.ts";
import { listReachedResources, standInResource } from "../static/standInResource.ts";

type Snapshot = SnapshotFrom<typeof orderFollowMachine>;

const NO_FACTS: ReadonlyMap<string, string> = new Map();

const ENVELOPE = { envelopeId: "e1" };

const BOUND = { walletId: "w1", type: "ETH", address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" } as const;
const WALLETS = { proven: { ...BOUND, proven: true }, unproven: { ...BOUND, proven: false }, gone: null };

function readEnvelope(value: EnvelopeState): SnapshotFrom<FlowLogics["envelopeState"]> {
  return standInResource<EnvelopeState, typeof ENVELOPE>(value, ENVELOPE);
}

const partlyPaid = orderFollowMachine.resolveState({
  value: "waiting",
  context: {
    id: "o1",
    reading: {
      order: {
        ...sampleOrder,
        status: "partiallyPaid",
        paidAmount: "0.02",
        life: sampleLife(["awaitingPayment", "confirming", "partiallyPaid"], {
          state: "paid",
          at: sampleOrder.expiresAt,
        }),
      },
      envelopes: [],
    },
    failure: null,
    hurriedFor: null,
  },
});

function readPayout(payout: (typeof payouts)[number]): SnapshotFrom<typeof payoutFollowMachine> {
  return payoutFollowMachine.resolveState({
    value: "waiting",
    context: { id: payout.payoutId, reading: payout, failure: null, hurriedFor: null },
  });
}

const thanked = standInChoice(envelopeThankFlow, { params: { envelopeId: "e1" }, saved: ["clap"] });

const closable = envelopeCloseMachine.resolveState({
  value: "ready",
  context: { envelopeId: "e1", closableAtMs: 0, failure: null },
});

function drawEnvelope(
  snapshot: SnapshotFrom<FlowLogics["envelopeState"]>,
  more: NonNullable<ComponentProps<typeof Scene>["flows"]> = {},
) {
  return (
    <Scene at="/statePage?envelopeId=e1" flows={{ envelopeState: snapshot, ...more }}>
      <StatePage />
    </Scene>
  );
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const reads = await listReachedResources<EnvelopeState, typeof ENVELOPE>({ envelope, claim: null }, ENVELOPE);
    const orders = await listReached<Snapshot>("follow", viewFollow<OrderReading>);
    return [
      ...orders.map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: (
          <Scene at="/statePage?orderId=o1" flows={{ orderFollow: snapshot }}>
            <StatePage />
          </Scene>
        ),
      })),
      {
        state: "order with its life",
        facts: NO_FACTS,
        node: (
          <Scene at="/statePage?orderId=o1" flows={{ orderFollow: partlyPaid }}>
            <StatePage />
          </Scene>
        ),
      },
      ...reads.map(({ state, facts, snapshot }) => ({
        state: `envelope ${state}`,
        facts,
        node: drawEnvelope(snapshot),
      })),
      ...envelopes.map((one) => ({
        state: `envelope ${one.status}`,
        facts: new Map([["shares", String(one.count)]]),
        node: drawEnvelope(readEnvelope({ envelope: one, claim: null })),
      })),
      {
        state: "envelope open for others",
        facts: NO_FACTS,
        node: drawEnvelope(readEnvelope({ envelope: strangersEnvelope, claim: null })),
      },
      ...[false, true].map((bestLuck) => ({
        state: `claim ${bestLuck ? "with the best luck" : "credited"}`,
        facts: NO_FACTS,
        node: drawEnvelope(readEnvelope({ envelope: claimersEnvelope, claim: { ...claim, bestLuck } }), {
          envelopeThank: thanked,
        }),
      })),
      {
        state: "envelope that can be ended",
        facts: NO_FACTS,
        node: drawEnvelope(
          readEnvelope({ envelope: { ...envelope, closableAt: "2026-11-20T12:11:00Z" }, claim: null }),
          {
            envelopeClose: closable,
          },
        ),
      },
      ...Object.entries(WALLETS).map(([state, wallet]) => ({
        state: `wallet ${state}`,
        facts: NO_FACTS,
        node: (
          <Scene at="/statePage?walletId=w1" flows={{ walletState: standInResource({ wallet }, { walletId: "w1" }) }}>
            <StatePage />
          </Scene>
        ),
      })),
      ...payouts.map((payout) => ({
        state: `payout ${payout.status}`,
        facts: NO_FACTS,
        node: (
          <Scene at="/statePage?payoutId=p1" flows={{ payoutFollow: readPayout(payout) }}>
            <StatePage />
          </Scene>
        ),
      })),
      {
        state: "of nothing",
        facts: NO_FACTS,
        node: (
          <Scene at="/statePage">
            <StatePage />
          </Scene>
        ),
      },
    ];
  },
};
