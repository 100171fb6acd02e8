import type { TransitionTable } from "../kit/transitionTable.ts";
import type { EnvelopeOrderOutput } from "../envelopeOrder/envelopeOrder.setup.ts";
import type {
  EnvelopeSendContext,
  EnvelopeSendEvent,
  EnvelopeSendInput,
  Means,
  SendResult,
} from "./envelopeSend.machine.ts";
import type { SendOptions } from "./sendOptions.ts";
import type { Funds } from "./sendForm.ts";
import {
  setFailure,
  startAnew,
  refuse,
  refuseFunds,
  isRight,
  isFunded,
  findUsual,
  hasFoldedProblem,
  setOptions,
  findAsked,
  setSent,
  takeUp,
  EMPTY,
  isUntouched,
  giveBack,
  chooseAmount,
  chooseType,
  chooseCoin,
  chooseUnit,
  convertAtLast,
  giveDollarsUp,
  toggleChat,
  typeIn,
  chooseRule,
  toggleRequired,
  chooseCover,
  chooseMessage,
  repeat,
  repeatNow,
  emitDraft,
  emitNoDraft,
  hasMade,
  openOrder,
  resume,
  FORM_SHOWN,
} from "./envelopeSend.table.rules.ts";

export interface EnvelopeSendShape {
  context: EnvelopeSendContext;
  event: EnvelopeSendEvent;
  input: EnvelopeSendInput;
  outputs: {
    loadOptions: SendOptions;
    readFunds: Means;
    loadFunds: Funds;
    sendEnvelope: SendResult;
    envelopeOrder: EnvelopeOrderOutput;
  };
}

const hasPrice = ({ price }: { price: string | null }): boolean => price !== null;

export const envelopeSendTable: TransitionTable<EnvelopeSendShape> = {
  asks: {
    loadOptions: ({ asked, againId }) => ({ orderId: asked?.orderId ?? null, againId }),
    envelopeOrder: ({ ordered, options }) => ({ ...ordered, coinsPaidHere: options.coinsPaidHere }),
    readFunds: ({ draft }) => ({ coinType: draft.coinType }),
    loadFunds: ({ draft }) => ({ coinType: draft.coinType }),
    sendEnvelope: ({ draft, chatIds, options: { lookInUse }, attemptId, revision }) => ({
      body: JSON.parse(
        JSON.stringify({
          type: draft.type,
          coinType: draft.coinType,
          count: Number(draft.count),
          totalAmount: draft.totalAmount ?? undefined,
          singleAmount: draft.singleAmount ?? undefined,
          passphrase: draft.claimRule === "members" ? undefined : draft.passphrase,
          claimRule: draft.claimRule === "members" ? "members" : undefined,
          requiredChatIds:
            draft.claimRule === "members" && draft.requiredChatIds.length > 0 ? draft.requiredChatIds : undefined,
          remark: draft.remark || undefined,
          coverId: draft.coverId ?? lookInUse.coverId,
          messageId: draft.messageId ?? lookInUse.messageId,
          chatIds: chatIds.length === 0 ? undefined : chatIds,
        }),
      ),
      idempotencyKey: [attemptId, revision].join("-"),
    }),
  },
  context: ({ chatIds, coinType, minChats, asked, saved, gift, againId, attemptId }) => ({
    options: {
      coinTypes: [],
      chats: [],
      unpaidOrders: [],
      coinsPaidHere: [],
      lookInUse: { coverId: "goodLuck", messageId: "goodLuck" },
      passphrase: "",
      recent: [],
    },
    draft: {
      ...(saved?.draft ?? EMPTY),
      ...(gift !== null && isUntouched(saved?.draft ?? EMPTY) && giveBack(gift)),
      coinType: coinType ?? saved?.draft.coinType ?? EMPTY.coinType,
    },
    amountSwitch: null,
    funds: null,
    price: null,
    dollars: null,
    againId,
    isMoreShown: false,
    asked,
    chatIds: saved !== null && chatIds.length === 0 ? saved.chatIds : chatIds,
    minChats,
    isCoinAsked: coinType !== null,
    isChatOffered: saved !== null,
    touched: [],
    rejectedSubmits: 0,
    attemptId,
    revision: 0,
    ordered: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loadingOptions", changes: startAnew } },
    loadingOptions: {
      "done(loadOptions)": [
        {
          guard: "isAskedThere",
          when: (before, event) => findAsked(before, event) !== undefined,
          target: "ordered",
          changes: (before, event) => ({
            ...setOptions({ ...before, revision: before.revision + 1 }, event),
            ...takeUp(findAsked(before, event)),
          }),
          sends: openOrder,
        },
        { guard: "isAsked", when: ({ asked }) => asked !== null, target: "gone" },
        {
          guard: "isClosed",
          when: (_, { output }) => output.coinTypes.length === 0,
          target: "closed",
          changes: setOptions,
        },
        {
          guard: "hasTooFewChats",
          when: ({ minChats }, { output }) => output.chats.length < minChats,
          target: "tooFewChats",
          changes: setOptions,
        },
        {
          guard: "isRepeated",
          when: ({ againId }, { output }) => againId !== null && output.again !== undefined,
          target: "editing",
          changes: repeatNow,
          emits: (before, event) => [...emitDraft(repeatNow)(before, event), FORM_SHOWN],
        },
        { target: "editing", changes: setOptions },
      ],
      "error(loadOptions)": { target: "failed", changes: setFailure },
    },
    gone: {},
    closed: { "ui.reload": { target: "loadingOptions", changes: startAnew }, "ui.resume": resume },
    tooFewChats: { "ui.reload": { target: "loadingOptions", changes: startAnew }, "ui.resume": resume },
    "editing.readingFunds": {
      "done(readFunds)": [
        {
          guard: "isAwaited",
          when: ({ dollars }, { output }) => dollars !== null && dollars.price === null && output.price !== null,
          target: "editing.ready",
          changes: convertAtLast,
          emits: emitDraft(convertAtLast),
        },
        {
          target: "editing.ready",
          changes: (before, { output: { funds, price } }) => ({ funds, price, ...giveDollarsUp(before) }),
        },
      ],
      "error(readFunds)": { target: "editing.ready", changes: giveDollarsUp },
    },
    "editing.ready": {},
    editing: {
      initial: "editing.readingFunds",
      "ui.chooseUnit": {
        guard: "canType",
        when: ({ price, dollars }, { unit }) =>
          (unit === "coin") === (dollars !== null) && (price !== null || dollars !== null),
        changes: chooseUnit,
      },
      "ui.toggleMore": {
        guard: "canToggle",
        when: (before) => !(before.isMoreShown && hasFoldedProblem(before)),
        changes: ({ isMoreShown }) => ({ isMoreShown: !isMoreShown }),
      },
      "ui.chooseAmount": {
        guard: "isOrdinary",
        when: ({ draft }) => draft.type === "ordinary",
        changes: chooseAmount,
        emits: emitDraft(chooseAmount),
      },
      "ui.chooseType": { changes: chooseType, emits: emitDraft(chooseType) },
      "ui.chooseCoin": {
        target: "editing.readingFunds",
        reenter: true,
        changes: chooseCoin,
        emits: emitDraft(chooseCoin),
      },
      "ui.toggleChat": {
        guard: "isFree",
        // One send goes to twenty chats at most.
        when: ({ chatIds }, { chatId }) => chatIds.length < 20 || chatIds.includes(chatId),
        changes: toggleChat,
        emits: emitDraft(toggleChat),
      },
      "ui.chooseRule": {
        guard: "hasGroup",
        when: ({ options }) => options.chats.length > 0,
        changes: chooseRule,
        emits: emitDraft(chooseRule),
      },
      "ui.toggleRequired": {
        guard: "isRequirable",
        when: ({ draft: { claimRule, requiredChatIds: chosen }, options: { chats, channels } }, { chatId }) =>
          claimRule === "members" &&
          chats.concat(channels ?? []).some((chat) => chat.chatId === chatId) &&
          (chosen.length < 3 || chosen.includes(chatId)),
        changes: toggleRequired,
        emits: emitDraft(toggleRequired),
      },
      "ui.chooseCover": { changes: chooseCover, emits: emitDraft(chooseCover) },
      "ui.chooseMessage": { changes: chooseMessage, emits: emitDraft(chooseMessage) },
      "ui.type": {
        guard: "isTypable",
        when: ({ dollars }, { field }) => dollars !== null || field !== "dollars",
        changes: typeIn,
        emits: emitDraft(typeIn),
      },
      "ui.leave": { changes: ({ touched }, { field }) => ({ touched: [...new Set([...touched, field])] }) },
      "ui.reload": { target: "loadingOptions", changes: startAnew },
      "ui.resume": resume,
      "ui.submit": [
        { guard: "isRight", when: isRight, target: "checkingBalance", changes: { rejectedSubmits: 0, failure: null } },
        {
          changes: (before) => ({
            isMoreShown: before.isMoreShown || hasFoldedProblem(before, true),
            rejectedSubmits: before.rejectedSubmits + 1,
          }),
        },
      ],
    },
    checkingBalance: {
      "done(loadFunds)": [
        { guard: "isFunded", when: isFunded, target: "submitting", changes: (_, { output }) => ({ funds: output }) },
        { guard: "hasPrice", when: hasPrice, target: "editing.ready", changes: refuseFunds },
        { target: "editing", changes: refuseFunds },
      ],
      "error(loadFunds)": [
        { guard: "hasPrice", when: hasPrice, target: "editing.ready", changes: refuse },
        { target: "editing", changes: refuse },
      ],
    },
    submitting: {
      "done(sendEnvelope)": { target: "ordered", changes: setSent, sends: openOrder, emits: emitNoDraft },
      "error(sendEnvelope)": [
        { guard: "hasPrice", when: hasPrice, target: "editing.ready", changes: refuse },
        { target: "editing", changes: refuse },
      ],
    },
    ordered: {
      "done(envelopeOrder)": [
        {
          guard: "isEdit",
          when: (_, { output }) => output.way === "edit",
          target: "loadingOptions",
          changes: { ...startAnew, asked: null },
          emits: ({ draft, chatIds }) => [{ type: "draft.changed", saved: { draft, chatIds } }, FORM_SHOWN],
        },
        {
          guard: "isAgain",
          when: (_, { output }) => output.way === "again",
          target: "loadingOptions",
          changes: (before, { output }) => ({
            ...repeat(before, output.way === "again" ? output.envelopes : []),
            ...startAnew,
            asked: null,
          }),
          emits: (before, { output }) => {
            const again = output.way === "again" ? output.envelopes : [];
            const { draft, chatIds } = { ...before, ...repeat(before, again) };
            return [{ type: "draft.changed", saved: { draft, chatIds } }, FORM_SHOWN];
          },
        },
        {
          target: "loadingOptions",
          changes: ({ options, draft, ordered }) => ({
            draft: hasMade(ordered) ? { ...EMPTY, coinType: findUsual(options) ?? "eth" } : draft,
            asked: null,
            amountSwitch: null,
            dollars: null,
            isMoreShown: false,
            touched: [],
            ...startAnew,
          }),
          emits: () => [FORM_SHOWN],
        },
      ],
      "ui.toForm": {
        guard: "isFromForm",
        when: ({ asked, ordered }) => asked === null && !hasMade(ordered),
        target: "loadingOptions",
        changes: startAnew,
        emits: () => [FORM_SHOWN],
      },
      "code.wanted": { emits: (_, event) => [event] },
    },
    failed: {
      "ui.retry": { target: "loadingOptions", changes: startAnew },
      "app.online": { target: "loadingOptions", changes: startAnew },
    },
  },
};
