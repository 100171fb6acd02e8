import type { SnapshotFrom } from "xstate";

import type { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
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
import { PickerScene } from "../still/PickerScene.tsx";
import { Scene } from "../still/Scene.tsx";

type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
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
