import type { SnapshotFrom } from "xstate";

import { type ChatRights, chatRightsMachine } from "#machines/chatRights/chatRights.machine.ts";
import type { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
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
import {
  chatRightsPart,
  noSendFormPart,
  payFromPart,
  sendProgressPart,
  unpaidOrdersPart,
  unseenNotePart,
} from "#src/screens/sendPacket/sendParts.ts";
import { sampleOrder } from "#tests/models/samples.ts";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { nothing } from "../nothing.ts";
import { listPrompts } from "../static/listCodes.ts";
import { PickerScene } from "../static/PickerScene.tsx";
import { createStaticActor } from "../static/createStaticActor.ts";
import type { Standing } from "../static/createStaticApp.ts";
import { LONG } from "#tests/models/samples.ts";
import { membersEnvelope } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
type OrderSnapshot = SnapshotFrom<typeof envelopeOrderMachine>;
type BalanceSnapshot = SnapshotFrom<typeof balancePaymentMachine>;
type ShareSnapshot = SnapshotFrom<typeof envelopeShareMachine>;

type PickerSnapshot = SnapshotFrom<typeof pickerMachine>;

const MANY = 5;

function drawSend(flows: Standing["flows"]) {
  return (
    <Scene at="/sendPacket" flows={flows}>
      <SendPacket />
    </Scene>
  );
}

/** The same order without a wallet that could pay it. */
function dropWallet(followed: OrderSnapshot): OrderSnapshot {
  const { context } = followed;
  return { ...followed, context: { ...context, order: { ...context.order, fromAddress: null, paymentUrl: null } } };
}

function addPayment(followed: OrderSnapshot, balancePayment: BalanceSnapshot): OrderSnapshot {
  return withChildren(followed, { balancePayment: createStaticActor(balancePayment) });
}

/** The form of somebody with a balance in the app, which covers it or does not. */
function addBalance(send: Snapshot, inApp: string): Snapshot {
  const { context } = send;
  const funds = { ...(context.funds ?? { kind: "notBound" as const }), inApp };
  const draft = { ...context.draft, type: "ordinary" as const, count: "1", totalAmount: "0.05", singleAmount: null };
  return { ...send, context: { ...context, draft, funds } };
}

const GROUP = { chatId: "-100129", title: "Family", kind: "group", isBotAdministrator: false } as const;
const CHANNEL = { ...GROUP, chatId: "-100130", title: LONG.chat, kind: "channel", areMembersHidden: false } as const;

/** The form for a group and a channel of which the bot does not see who is a member; it may be hidden even from it. */
function drawUnseen(send: Snapshot, claimRule: "members" | "passphrase") {
  const { context } = send;
  const areMembersHidden = claimRule === "passphrase";
  const group = { ...GROUP, areMembersHidden };
  const chatIds = [group.chatId];
  const requiredChatIds = areMembersHidden ? [] : [CHANNEL.chatId];
  const rights = [...chatIds, ...requiredChatIds].map((chatId): ChatRights => ({
    chatId,
    seesMembers: "no",
    areMembersHidden,
  }));
  return drawSend({
    envelopeSend: {
      ...send,
      context: {
        ...context,
        options: { ...context.options, chats: [group], channels: [CHANNEL] },
        draft: { ...context.draft, claimRule, requiredChatIds },
        chatIds,
        isMoreShown: true,
      },
    },
    chatRights: chatRightsMachine.resolveState({
      value: "waiting",
      context: { chatIds: [...chatIds, ...requiredChatIds], rights, vainReadings: 1 },
    }),
  });
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
  return { ...send, context: { ...context, options: { ...context.options, unpaidOrders } } };
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const parts = [chatRightsPart, noSendFormPart, payFromPart, sendProgressPart, unpaidOrdersPart, unseenNotePart];
    await Promise.all(parts.map((part) => part.preload()));
    const reached = await listReached<Snapshot>("envelopeSend", viewEnvelopeSend);
    const sends = reached.filter(({ snapshot }) => snapshot.context.minChats === 0);
    const orders = await listReached<OrderSnapshot>("envelopeOrder", viewEnvelopeOrder);
    const shares = await listReached<ShareSnapshot>("envelopeShare", viewEnvelopeShare);
    const pickers = await listReached<PickerSnapshot>("picker", viewPicker);
    const balances = await listReached<BalanceSnapshot>("balancePayment", viewBalancePayment);
    const prompts = await listPrompts({ kind: "payFromBalance", orderId: sampleOrder.orderId });
    const form = findState(sends, "editing");
    const ordered = findState(sends, "ordered");
    const due = orders.find(
      ({ state, snapshot: { context } }) =>
        state === "awaitingPayment" && context.order.status === "awaitingPayment" && context.order.fromAddress !== null,
    );
    const live = findState(orders, "live");
    const asking = findState(balances, "askingCode");
    const [unshared] = shares;
    if (due === undefined || unshared === undefined) throw new Error("nothing is to be paid, or to be shared");
    const drawOrder = (envelopeOrder: OrderSnapshot, flows: Standing["flows"] = {}) =>
      drawSend({
        envelopeSend: withChildren(ordered.snapshot, { envelopeOrder: createStaticActor(envelopeOrder) }),
        envelopeShare: unshared.snapshot,
        ...flows,
      });
    return [
      ...sends
        .filter(({ state }) => state !== "ordered")
        .map(({ state, facts, snapshot }) => ({ state, facts, node: drawSend({ envelopeSend: snapshot }) })),
      // Nobody sees an order that is not followed yet, and a payment looks as on its own page.
      ...orders
        .filter(({ state }) => state !== "idle" && state !== "paying")
        .map(({ state, facts, snapshot }) => ({ state, facts, node: drawOrder(withChildren(snapshot, {})) })),
      {
        state: "editing, many unpaid",
        facts: form.facts,
        node: drawSend({ envelopeSend: addOrders(form.snapshot) }),
      },
      ...(["members", "passphrase"] as const).map((claimRule) => ({
        state: `editing, ${claimRule} unseen`,
        facts: form.facts,
        node: drawUnseen(form.snapshot, claimRule),
      })),
      ...pickers.map(({ state, facts, snapshot }) => ({
        state: `editing, ${snapshot.context.kind} ${state}`,
        facts,
        node: drawLooks(form.snapshot, snapshot, snapshot.context.kind),
      })),
      ...["0.02", "0.05"].map((inApp) => ({
        state: `editing, balance ${inApp}`,
        facts: form.facts,
        node: drawSend({ envelopeSend: addBalance(form.snapshot, inApp) }),
      })),
      ...balances
        .filter(({ state, snapshot }) => state !== "askingCode" && snapshot.status === "active")
        .flatMap(({ state, facts, snapshot }) => [
          { state: `balance ${state}`, facts, node: drawOrder(addPayment(due.snapshot, snapshot)) },
          {
            state: `no wallet, balance ${state}`,
            facts,
            node: drawOrder(addPayment(dropWallet(due.snapshot), snapshot)),
          },
        ]),
      ...prompts.map(({ state, facts, actor }) => ({
        state: `balance askingCode ${state}`,
        facts,
        node: drawOrder(addPayment(due.snapshot, withChildren(asking.snapshot, { securityCodePrompt: actor }))),
      })),
      ...shares.map(({ state, facts, snapshot }) => ({
        state: `live, share ${state}`,
        facts,
        node: drawOrder(live.snapshot, { envelopeShare: snapshot }),
      })),
      {
        state: "live, for members",
        facts: live.facts,
        node: drawOrder({
          ...live.snapshot,
          context: { ...live.snapshot.context, envelopes: [membersEnvelope] },
        }),
      },
    ];
  },
};

function findState<Found extends { state: string }>(reached: readonly Found[], state: string): Found {
  const found = reached.find((candidate) => candidate.state === state);
  if (found === undefined) throw new Error(`no chart reaches ${state}`);
  return found;
}
