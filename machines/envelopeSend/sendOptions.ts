import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { DEFAULT_MESSAGE_ID } from "#domain/copyTexts.ts";
import { DEFAULT_COVER_ID } from "#domain/covers.ts";
import { MAX_REQUIRED_CHATS } from "#domain/envelope/validateSend.ts";
import { type Holding, listHeldFirst } from "#domain/money/holdings.ts";
import { isDollar } from "#domain/price.ts";
import type { Dollars } from "./sendDollars.ts";
import { hasFolded, listShownProblems, type Look, type SendForm, type ShownForm } from "./sendForm.ts";

type Chat = components["schemas"]["Chat"];
type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

/** What the form needs to know first. */
export interface SendOptions {
  /** Coins open for new sends. */
  coinTypes: readonly CoinType[];
  /** What the person has in the app; nothing where that is not known. */
  holdings: readonly Holding[];
  /** The groups that an envelope can be posted in. */
  chats: readonly Chat[];
  /** What people can be asked to be in besides. */
  channels?: readonly Chat[] | undefined;
  unpaidOrders: readonly Order[];
  /** Coins whose orders are paid inside the messenger. */
  coinsPaidHere: readonly CoinType[];
  /** The one that was asked for by its id. */
  askedOrder?: Order | undefined;
  /** What the person's envelopes get where the form names nothing else. */
  lookInUse: Look;
  /** Made up for a form that has none; the person can read and change it. Each reading makes another one up. */
  passphrase: string;
  /** What the person sent lately, newest first. */
  recent: readonly Recent[];
  /** The envelope to send again; undefined where the person has no such envelope. */
  again?: Envelope | undefined;
}

export type Recent = Pick<Envelope, "coinType" | "totalAmount">;

/** What an envelope gets whose sender never chose. */
export const FIRST_LOOK: Look = { coverId: DEFAULT_COVER_ID, messageId: DEFAULT_MESSAGE_ID };

export const NOTHING_READ: SendOptions = {
  coinTypes: [],
  holdings: [],
  chats: [],
  unpaidOrders: [],
  lookInUse: FIRST_LOOK,
  coinsPaidHere: [],
  passphrase: "",
  recent: [],
};

/** The order of the envelope that the page was opened for; null where it is neither unpaid nor asked for by its id. */
export function findAskedOrder(
  { unpaidOrders, askedOrder }: SendOptions,
  asked: { readonly envelopeId: string } | null,
): Order | null {
  const envelopeId = asked?.envelopeId ?? "";
  return unpaidOrders.concat(askedOrder ?? []).find(({ envelopeIds }) => envelopeIds.includes(envelopeId)) ?? null;
}

export function findUnpaidOrder({ unpaidOrders }: SendOptions, orderId: string): Order | null {
  return unpaidOrders.find((order) => order.orderId === orderId) ?? null;
}

/** A form with what was read for it. */
export interface ReadForm extends ShownForm {
  /** As it was read last; nothing at first. */
  options: SendOptions;
  /** Whether the page was opened for the coin of the draft. */
  isCoinAsked: boolean;
  /** Whether the chats were offered already, so that "no chat" is a choice. */
  isChatOffered: boolean;
  /** Whether the person has unfolded the folded fields. */
  isMoreShown: boolean;
  /** Null where the amount is typed in the coin. */
  dollars: Dollars | null;
  /** Goes up with every change of what would be sent, and with every reading, which may bring one. */
  revision: number;
}

/** The chosen chats that the person has, or all of them where none was offered before and there is no choice. */
function filterKnownChats({ chatIds, minChats, isChatOffered }: ReadForm, { chats }: SendOptions): readonly string[] {
  const known = chatIds.filter((chatId) => chats.some((chat) => chat.chatId === chatId));
  const fewest = Math.max(minChats, 1);
  if (known.length >= fewest || isChatOffered || chats.length !== fewest) return known;
  return chats.map(({ chatId }) => chatId);
}

/** The open coins, those that the person has first. */
export function listCoins({ coinTypes, holdings }: SendOptions): readonly CoinType[] {
  return listHeldFirst(coinTypes, holdings);
}

/**
 * Dollars where they are open, else the open coin that the person has most of, else the one that was sent last, else one that is paid where the person is;
 * undefined where none is open.
 */
export function findUsualCoin(options: SendOptions): CoinType | undefined {
  const { holdings, recent, coinsPaidHere } = options;
  const coinTypes = listCoins(options);
  const dollar = coinTypes.find(isDollar);
  if (dollar !== undefined) return dollar;
  const isHeld = holdings.some(({ coinType, balance }) => coinType === coinTypes[0] && balance !== "0");
  if (isHeld) return coinTypes[0];
  const tried = [...recent.map(({ coinType }) => coinType), ...coinsPaidHere];
  return tried.find((coinType) => coinTypes.includes(coinType)) ?? coinTypes[0];
}

/** The usual coin for a new form that was opened for none, and for one whose coin takes no new sends any more. */
function findCoin({ draft, isCoinAsked, isChatOffered }: ReadForm, options: SendOptions): CoinType {
  const isChosen = isCoinAsked || isChatOffered;
  if (isChosen && options.coinTypes.includes(draft.coinType)) return draft.coinType;
  return findUsualCoin(options) ?? draft.coinType;
}

/** What members can be asked to be in besides. */
export function listRequirable({ draft, options }: Pick<ReadForm, "draft" | "options">): readonly Chat[] {
  return draft.claimRule === "passphrase" ? [] : [...(options.channels ?? []), ...options.chats];
}

export function isRequirable(context: Pick<ReadForm, "draft" | "options">, chatId: string): boolean {
  const { requiredChatIds } = context.draft;
  const isFree = requiredChatIds.length < MAX_REQUIRED_CHATS || requiredChatIds.includes(chatId);
  return isFree && listRequirable(context).some((chat) => chat.chatId === chatId);
}

/** Members need a group, and can be asked to be in chats that the sender has. */
function keepKnownRule(draft: SendForm, { chats, channels = [] }: SendOptions): SendForm {
  const known = new Set([...chats, ...channels].map(({ chatId }) => chatId));
  const requiredChatIds = draft.requiredChatIds.filter((chatId) => known.has(chatId));
  return { ...draft, requiredChatIds, claimRule: chats.length === 0 ? "passphrase" : draft.claimRule };
}

/** The form as far as it still can be sent: a chat may be gone, or a coin closed. */
export function takeOptions(context: ReadForm, options: SendOptions) {
  const chatIds = filterKnownChats(context, options);
  const coinType = findCoin(context, options);
  const passphrase = context.draft.passphrase === "" ? options.passphrase : context.draft.passphrase;
  const draft = keepKnownRule({ ...context.draft, coinType, passphrase }, options);
  return {
    options,
    draft,
    chatIds,
    isChatOffered: context.isChatOffered || options.chats.length >= context.minChats,
    isMoreShown: context.isMoreShown || hasFolded(listShownProblems({ ...context, draft, chatIds })),
    // Dollars were typed for the coin before.
    dollars: coinType === context.draft.coinType ? context.dollars : null,
  };
}
