import type { SnapshotFrom } from "xstate";

import type { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import type { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import type { groupChoiceMachine } from "#machines/groupChoice/groupChoice.machine.ts";
import { viewGroupChoice } from "#machines/groupChoice/groupChoice.view.ts";
import { MultiSend } from "#src/screens/multiSend/MultiSend.tsx";
import { noSendFormPart, payFromPart, sendProgressPart, unpaidOrdersPart } from "#src/screens/sendPacket/sendParts.ts";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { LONG } from "#tests/models/samples.ts";
import { createStaticActor } from "../static/createStaticActor.ts";
import type { Standing } from "../static/createStaticApp.ts";
import { Scene } from "../static/Scene.tsx";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
type OrderSnapshot = SnapshotFrom<typeof envelopeOrderMachine>;
type Envelope = OrderSnapshot["context"]["envelopes"][number];
type ChoiceSnapshot = SnapshotFrom<typeof groupChoiceMachine>;
type ShareSnapshot = SnapshotFrom<typeof envelopeShareMachine>;

/** What comes after the form looks as on sendPacket. */
const FORM_STATES = new Set(["idle", "loadingOptions", "tooFewChats", "editing", "failed"]);

function drawSend(flows: Standing["flows"]) {
  return (
    <Scene at="/multiSend" flows={flows}>
      <MultiSend />
    </Scene>
  );
}

/** The same with a group of a long name. */
function nameLong(send: Snapshot): Snapshot {
  const { context } = send;
  const chats = context.options.chats.map((chat, index) => (index === 0 ? { ...chat, title: LONG.chat } : chat));
  return { ...send, context: { ...context, options: { ...context.options, chats } } };
}

/** The same with an envelope for each of two groups, one of them claimed by some. */
function addEnvelopes(followed: OrderSnapshot): OrderSnapshot {
  const { context } = followed;
  const claimed: Envelope[] = context.envelopes.map((envelope) => ({
    ...envelope,
    envelopeId: "e2",
    chatId: "-1002",
    status: "open",
    recordStatus: "partiallyReceived",
    receivedQuantity: 3,
  }));
  const open: Envelope[] = context.envelopes.map((envelope) => ({ ...envelope, chatId: "-1001", status: "open" }));
  return { ...followed, context: { ...context, envelopes: [...open, ...claimed] } };
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const parts = [noSendFormPart, payFromPart, sendProgressPart, unpaidOrdersPart];
    await Promise.all(parts.map((part) => part.preload()));
    const reached = await listReached<Snapshot>("envelopeSend", viewEnvelopeSend);
    const [share] = await listReached<ShareSnapshot>("envelopeShare", viewEnvelopeShare);
    const forms = reached.filter(({ snapshot }) => snapshot.context.minChats > 0);
    const choices = await listReached<ChoiceSnapshot>("groupChoice", viewGroupChoice);
    const few = forms.find(({ state }) => state === "tooFewChats");
    const form = forms.find(({ state }) => state === "editing");
    const ordered = forms.find(
      ({ state, snapshot }) => state === "ordered" && (snapshot.context.ordered?.envelopes.length ?? 0) > 0,
    );
    const followed = await listReached<OrderSnapshot>("envelopeOrder", viewEnvelopeOrder);
    const live = followed.find(({ state }) => state === "live");
    return [
      ...forms
        .filter(({ state }) => FORM_STATES.has(state))
        .map(({ state, facts, snapshot }) => ({ state, facts, node: drawSend({ envelopeSend: snapshot }) })),
      ...(few === undefined
        ? []
        : choices.map(({ state, facts, snapshot: groupChoice }) => ({
            state: `tooFewChats, choice ${state}`,
            facts,
            node: drawSend({ envelopeSend: few.snapshot, groupChoice }),
          }))),
      ...(form === undefined
        ? []
        : [
            {
              state: "editing, long name",
              facts: form.facts,
              node: drawSend({ envelopeSend: nameLong(form.snapshot) }),
            },
          ]),
      ...(live === undefined || ordered === undefined
        ? []
        : [ordered.snapshot, nameLong(ordered.snapshot)].map((envelopeSend) => ({
            state: envelopeSend === ordered.snapshot ? "live" : "live, long name",
            facts: live.facts,
            node: drawSend({
              envelopeSend: withChildren(envelopeSend, {
                envelopeOrder: createStaticActor(addEnvelopes(live.snapshot)),
              }),
              ...(share && { envelopeShare: share.snapshot }),
            }),
          }))),
    ];
  },
};
