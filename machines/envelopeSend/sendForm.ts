import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { MESSAGE_IDS, type MessageId } from "#domain/copyTexts.ts";
import { COVER_IDS, type CoverId } from "#domain/covers.ts";
import { switchAmount, type AmountField, type AmountSwitch } from "#domain/envelope/switchAmount.ts";
import {
  DRAW_WINDOWS_S,
  USUAL_WINDOW_S,
  validateSend,
  type DrawRule,
  type DrawWindowS,
  type EnvelopeType,
  type SendDraft,
  type SendProblem,
} from "#domain/envelope/validateSend.ts";
import { MIN_CODE_POINTS } from "#domain/passphrase/readPassphrase.ts";
import type { components } from "#contract/schema.d.ts";

export type ClaimRule = components["schemas"]["ClaimRule"];

type Envelope = components["schemas"]["Envelope"];
type SendBody = components["schemas"]["SendRedEnvelopeBody"];

/** The cover an envelope wears, and the preset text it says where no remark is written. */
export type Look = components["schemas"]["CoverAndMessage"];

/** A form as far as it is filled in. */
export interface SendForm extends SendDraft {
  /** Never left to the server, so that the person can read it before the form is sent. */
  passphrase: string;
  /** Who may open it: whoever knows the passphrase, or members of its group by a tap. */
  claimRule: ClaimRule;
  /** Groups and channels that members have to be in besides. */
  requiredChatIds: readonly string[];
  /** How a lucky draw is drawn; an ordinary envelope keeps it for the case that it becomes one again. */
  drawRule: DrawRule;
  drawWindowS: DrawWindowS;
  /** Of this envelope alone; null: the one in use. */
  coverId: CoverId | null;
  messageId: MessageId | null;
}

/** The part of an unsent form that survives a reload. */
export interface SavedSend {
  draft: SendForm;
  /** The chats that get an envelope each; none: one envelope that is shared by hand. */
  chatIds: readonly string[];
}

/** Increment on every change of the format. Forms of another version are discarded. */
export const SAVED_VERSION = 5;

export function formatSavedSend(saved: SavedSend): string {
  return JSON.stringify({ version: SAVED_VERSION, ...saved });
}

interface ChatsProblem {
  field: "chatIds";
  code: "chatsTooFew" | "membersNeedGroup";
  messageKey: `envelope:problem.${"chatsTooFew" | "membersNeedGroup"}`;
  params: Readonly<Record<string, string>>;
}

/** What is wrong with one field of the form. */
export type FormProblem = SendProblem | ChatsProblem;

export type FormField = FormProblem["field"];

/** What an envelope in return begins with. */
export interface Gift {
  /** Its one share, a whole-coin decimal string. */
  amount: string;
}

export type DraftText = "count" | "totalAmount" | "singleAmount" | "passphrase" | "remark";

interface AmountChoice {
  draft: SendForm;
  /** The last change between total and single amount; null before the first. */
  amountSwitch: AmountSwitch | null;
}

/** As many people as a small group has, to begin with. */
const START_COUNT = "5";

export function createDraft(coinType: CoinType = COIN_TYPES[0]): SendForm {
  return {
    type: "luckyDraw",
    coinType,
    count: START_COUNT,
    totalAmount: "",
    singleAmount: null,
    passphrase: "",
    claimRule: "passphrase",
    requiredChatIds: [],
    drawRule: "instant",
    drawWindowS: USUAL_WINDOW_S,
    remark: "",
    coverId: null,
    messageId: null,
  };
}

/** One share of the whole amount, unless something else was typed before. */
export function prefill(draft: SendForm, gift: Gift | null): SendForm {
  if (gift === null || hasTyped(draft)) return draft;
  return {
    ...draft,
    type: "ordinary",
    count: "1",
    totalAmount: gift.amount,
    singleAmount: null,
  };
}

/**
 * The form as it was for envelopes of one send, to send the same again; null without one. It has no passphrase: who knew
 * the last one would open this one, too.
 */
export function repeatSend(envelopes: readonly Envelope[]): SavedSend | null {
  const [envelope] = envelopes;
  if (envelope === undefined) return null;
  return {
    draft: {
      type: envelope.type,
      coinType: envelope.coinType,
      count: envelope.count === null ? "" : String(envelope.count),
      totalAmount: envelope.totalAmount ?? "",
      singleAmount: null,
      passphrase: "",
      claimRule: envelope.claimRule,
      requiredChatIds: envelope.conditions.map(({ chatId }) => chatId).filter((chatId) => chatId !== envelope.chatId),
      drawRule: envelope.drawRule,
      drawWindowS: DRAW_WINDOWS_S.find((windowS) => windowS === envelope.drawWindowS) ?? USUAL_WINDOW_S,
      remark: envelope.remark ?? "",
      coverId: COVER_IDS.find((coverId) => coverId === envelope.coverId) ?? null,
      messageId: MESSAGE_IDS.find((messageId) => messageId === envelope.messageId) ?? null,
    },
    chatIds: envelopes.flatMap(({ chatId }) => chatId ?? []),
  };
}

/** Whether anything was typed that closing the app would lose. */
export function hasTyped({ count, totalAmount, singleAmount, remark }: SendForm): boolean {
  return count !== START_COUNT || [totalAmount, singleAmount, remark].some((text) => text !== null && text !== "");
}

export function typeInto(draft: SendForm, field: DraftText, value: string): SendForm {
  if (field === "totalAmount") return { ...draft, totalAmount: value, singleAmount: null };
  if (field === "singleAmount") return { ...draft, singleAmount: value, totalAmount: null };
  return { ...draft, [field]: value };
}

export function chooseAmount({ draft, amountSwitch }: AmountChoice, field: AmountField): AmountChoice {
  return switchAmount(draft, field, amountSwitch);
}

/** A lucky draw has a total only. */
export function chooseType({ draft: before, amountSwitch: last }: AmountChoice, type: EnvelopeType): AmountChoice {
  const choice = { draft: before, amountSwitch: last };
  const { draft, amountSwitch } = type === "luckyDraw" ? chooseAmount(choice, "totalAmount") : choice;
  return { draft: { ...draft, type }, amountSwitch };
}

/** Whether all who enter in time are in one draw; only luck can be drawn. */
export function isTogether({ type, drawRule }: Pick<SendForm, "type" | "drawRule">): boolean {
  return type === "luckyDraw" && drawRule === "together";
}

/** A draw for all is proposed for members: what it counts is accounts, and those of a group are known best. */
export function chooseDraw(draft: SendForm, drawRule: DrawRule, hasGroup: boolean): SendForm {
  const isProposed = drawRule === "together" && draft.drawRule !== drawRule && hasGroup;
  return { ...draft, drawRule, claimRule: isProposed ? "members" : draft.claimRule };
}

/** What the envelopes of the form get. */
export function findLook({ coverId, messageId }: SendForm, inUse: Look): Look {
  return { coverId: coverId ?? inUse.coverId, messageId: messageId ?? inUse.messageId };
}

/** A chat more, or one less. */
export function toggleChat(chatIds: readonly string[], chatId: string): readonly string[] {
  return chatIds.includes(chatId) ? chatIds.filter((chosen) => chosen !== chatId) : [...chatIds, chatId];
}

/** What the rules of a send look at: members need no passphrase. */
export function toSendDraft(draft: SendForm): SendDraft {
  return draft.claimRule === "members" ? { ...draft, passphrase: null } : draft;
}

function findChatsProblem({ draft, chatIds, minChats }: SavedSend & { minChats: number }): ChatsProblem | null {
  const code = chatIds.length < minChats ? "chatsTooFew" : "membersNeedGroup";
  const isEnough = chatIds.length >= Math.max(minChats, draft.claimRule === "members" ? 1 : 0);
  if (isEnough) return null;
  return { field: "chatIds", code, messageKey: `envelope:problem.${code}`, params: { min: String(minChats) } };
}

/** Every problem of the form, at most one a field. `minChats`: as many chats as have to be chosen. */
export function listProblems(form: SavedSend & { minChats: number }): readonly FormProblem[] {
  const validation = validateSend(toSendDraft(form.draft));
  const chatsProblem = findChatsProblem(form);
  return [...(validation.ok ? [] : validation.problems), ...(chatsProblem === null ? [] : [chatsProblem])];
}

/** Whether what is wrong may be only that the person is not done typing. */
function isBeginning({ field, code }: FormProblem, draft: SendForm): boolean {
  if (field === "chatIds") return true;
  const typed = draft[field] ?? "";
  if (typed === "" || code === "amountTooSmall" || code === "amountNoLuck") return true;
  if (code === "amountFormat") return typed.endsWith(".");
  if (code === "passphraseLength") return Array.from(typed.trim()).length < MIN_CODE_POINTS;
  return code === "passphraseRequired" || code === "passphraseThin";
}

/** What decides which problems show. */
export interface ShownForm extends SavedSend {
  minChats: number;
  /** Fields that were left. */
  touched: readonly FormField[];
  /** How often the form was refused. */
  rejectedSubmits: number;
}

/** Problems of what is typed, but for mere beginnings; of the fields that were left with something in them; of all once the form was sent. */
export function listShownProblems(form: ShownForm): readonly FormProblem[] {
  const { draft, rejectedSubmits, touched } = form;
  const wasLeft = ({ field }: FormProblem) =>
    touched.includes(field) && (field === "chatIds" || (draft[field] ?? "") !== "");
  return listProblems(form).filter(
    (problem) => rejectedSubmits > 0 || wasLeft(problem) || !isBeginning(problem, draft),
  );
}

/** Fields that are folded away until the person unfolds them, or one of them has a problem. */
const FOLDED: ReadonlySet<FormField> = new Set(["passphrase", "remark"]);

export function hasFolded(problems: readonly FormProblem[]): boolean {
  return problems.some(({ field }) => FOLDED.has(field));
}

/** Each chosen chat gets an envelope of its own; without a chat there is one. */
export function countEnvelopes(chatIds: readonly string[]): number {
  return Math.max(chatIds.length, 1);
}

/** Cover and text are named, so that what the preview shows is what arrives. */
export function createBody({ draft, chatIds, options }: SavedSend & { options: { lookInUse: Look } }): SendBody {
  const { type, coinType, count, totalAmount, singleAmount, passphrase, remark, claimRule, requiredChatIds } = draft;
  const { drawRule, drawWindowS } = draft;
  const required = requiredChatIds.length === 0 ? {} : { requiredChatIds: [...requiredChatIds] };
  return {
    type,
    coinType,
    count: Number(count),
    ...(totalAmount === null ? {} : { totalAmount }),
    ...(singleAmount === null ? {} : { singleAmount }),
    ...(claimRule === "members" ? { claimRule, ...required } : { passphrase }),
    ...(isTogether(draft) ? { drawRule, drawWindowS } : {}),
    ...(remark.trim() === "" ? {} : { remark: remark.trim() }),
    ...findLook(draft, options.lookInUse),
    ...(chatIds.length === 0 ? {} : { chatIds: [...chatIds] }),
  };
}
