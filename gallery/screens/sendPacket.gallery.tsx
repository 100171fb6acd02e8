import type { SnapshotFrom } from "xstate";

import type { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import type { balancePaymentMachine } from "#machines/balancePayment/balancePayment.machine.ts";
import { viewBalancePayment } from "#machines/balancePayment/balancePayment.view.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import type { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import type { LookKind, pickerMachine } from "#machines/picker/picker.machine.ts";
import { viewPicker } from "#machines/picker/picker.view.ts";
import { LookSheet } from "#src/screens/sendPacket/LookSheet.tsx";
import { SendPacket } from "#src/screens/sendPacket/SendPacket.tsx";
import { sendProgressPart } from "#src/screens/sendPacket/sendProgressPart.ts";
import { sampleOrder } from "#tests/models/samples.ts";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { nothing } from "../nothing.ts";
import { listPrompts } from "../still/listCodes.ts";
import { PickerScene } from "../still/PickerScene.tsx";
import { Scene } from "../still/Scene.tsx";
import { withChildren } from "../still/withChildren.ts";

type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
type BalanceSnapshot = SnapshotFrom<typeof balancePaymentMachine>;
type ShareSnapshot = SnapshotFrom<typeof envelopeShareMachine>;

type PickerSnapshot = SnapshotFrom<typeof pickerMachine>;

const MANY = 5;

function drawSend(envelopeSend: Snapshot, envelopeShare?: ShareSnapshot) {
  return (
    <Scene at="/sendPacket" flows={{ envelopeSend, ...(envelopeShare && { envelopeShare }) }}>
      <SendPacket />
    </Scene>
  );
}

/** The order of a send beside what the balance in the app can do for it. */
function drawBalance(envelopeSend: Snapshot, balancePayment: BalanceSnapshot) {
  return (
    <Scene at="/sendPacket" flows={{ envelopeSend, balancePayment }}>
      <SendPacket />
    </Scene>
  );
}

/** The same order without a wallet that could pay it. */
function dropWallet(send: Snapshot): Snapshot {
  const { context } = send;
  const order = context.order === null ? null : { ...context.order, fromAddress: null, paymentUrl: null };
  return { ...send, context: { ...context, order } };
}

/** The form of somebody with a balance in the app, which covers it or does not. */
function addBalance(send: Snapshot, inApp: string): Snapshot {
  const { context } = send;
  const funds = { ...(context.funds ?? { kind: "notBound" as const }), inApp };
  const draft = { ...context.draft, type: "ordinary" as const, count: "1", totalAmount: "0.05", singleAmount: null };
  return { ...send, context: { ...context, draft, funds } };
}

/** The form with the choice of its cover or its text open. */
function drawLooks(envelopeSend: Snapshot, picker: PickerSnapshot, kind: LookKind) {
  return (
    <PickerScene at="/sendPacket" picker={picker} flows={{ envelopeSend }}>
      <SendPacket />
      <LookSheet kind={kind} view={viewEnvelopeSend(envelopeSend)} send={nothing} onClose={nothing} />
    </PickerScene>
  );
}

/** The same with more unpaid orders than are shown unfolded. */
function addOrders(send: Snapshot): Snapshot {
  const { context } = send;
  const unpaidOrders = Array.from({ length: MANY }, (_, index) => ({ ...sampleOrder, orderId: `o${String(index)}` }));
  return { ...send, context: { ...context, options: { ...context.options, unpaidOrders } } } as Snapshot;
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    await sendProgressPart.preload();
    const reached = await listReached<Snapshot>("envelopeSend", viewEnvelopeSend);
    const sends = reached.filter(({ snapshot }) => snapshot.context.minChats === 0);
    const shares = await listReached<ShareSnapshot>("envelopeShare", viewEnvelopeShare);
    const pickers = await listReached<PickerSnapshot>("picker", viewPicker);
    const balances = await listReached<BalanceSnapshot>("balancePayment", viewBalancePayment);
    const prompts = await listPrompts({ kind: "payFromBalance", orderId: sampleOrder.orderId });
    const due = sends.find(
      ({ state, snapshot: { context } }) =>
        state === "awaitingPayment" &&
        context.order?.status === "awaitingPayment" &&
        context.order.fromAddress !== null,
    );
    const asking = balances.find(({ state }) => state === "askingCode");
    const [unshared] = shares;
    const live = sends.find(({ state }) => state === "live");
    const form = sends.find(({ state }) => state === "editing");
    return [
      ...sends.map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: drawSend(snapshot, unshared?.snapshot),
      })),
      ...(form === undefined
        ? []
        : [{ state: "editing, many unpaid", facts: form.facts, node: drawSend(addOrders(form.snapshot)) }]),
      ...(form === undefined
        ? []
        : pickers.map(({ state, facts, snapshot }) => ({
            state: `editing, ${snapshot.context.kind} ${state}`,
            facts,
            node: drawLooks(form.snapshot, snapshot, snapshot.context.kind),
          }))),
      ...(form === undefined
        ? []
        : ["0.02", "0.05"].map((inApp) => ({
            state: `editing, balance ${inApp}`,
            facts: form.facts,
            node: drawSend(addBalance(form.snapshot, inApp)),
          }))),
      ...(due === undefined
        ? []
        : balances
            .filter(({ state }) => state !== "askingCode" && state !== "idle")
            .flatMap(({ state, facts, snapshot }) => [
              { state: `balance ${state}`, facts, node: drawBalance(due.snapshot, snapshot) },
              {
                state: `no wallet, balance ${state}`,
                facts,
                node: drawBalance(dropWallet(due.snapshot), snapshot),
              },
            ])),
      ...(due === undefined || asking === undefined
        ? []
        : prompts.map(({ state, facts, actor }) => ({
            state: `balance askingCode ${state}`,
            facts,
            node: drawBalance(due.snapshot, withChildren(asking.snapshot, { securityCodePrompt: actor })),
          }))),
      ...(live === undefined
        ? []
        : shares.map(({ state, facts, snapshot }) => ({
            state: `live, share ${state}`,
            facts,
            node: drawSend(live.snapshot, snapshot),
          }))),
    ];
  },
};
