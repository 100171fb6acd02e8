import type { CoinType } from "#domain/coins.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { BotMessage } from "./botApi.ts";
import { type BestLuck, tellBestLuck } from "./bestLuck.ts";
import { escapeHtml, tellHtml, tellPlain } from "./botText.ts";
import { listNames } from "./listNames.ts";
import { measureHtml } from "./measureHtml.ts";
import { nameAmount } from "./nameAmount.ts";
import { nameShortly } from "./nameShortly.ts";
import { sanitizeText } from "./sanitizeText.ts";
import { type ShownShare, tellShares } from "./tellShares.ts";
import { formatAppLink, formatPostStartParam, formatStartParam } from "./startParams.ts";

/** What a message shows of an envelope. It contains neither shares nor the passphrase. */
export interface ShownEnvelope {
  envelopeId: string;
  /** The group of the message; null for a message that its sender may share anywhere. */
  chatId: bigint | null;
  /** Display name of the sender. */
  senderName: string;
  type: "ordinary" | "luckyDraw";
  coinType: CoinType;
  /** Base units. */
  totalBase: bigint;
  count: number;
  claimedCount: number;
  remark: string;
  /** The preset wish, shown if the remark is empty. */
  messageId: string | null;
  /** The chats whose members open it by a tap; none where a passphrase opens it. */
  memberChats: readonly { title: string; isPrivate: boolean }[];
  /** Whether shares are left, all are claimed, or none can be claimed any more, by its sender's will or its time. */
  state: "open" | "finished" | "closed" | "expired";
  /** Who drew the most, if a lucky draw ended by claims; else null. */
  bestLuck: BestLuck | null;
  /** Of one that is over, in its group: who got how much, the best first. */
  shares: readonly ShownShare[];
  /** Until when it can be claimed; null where that goes stale. */
  expiresAt: Date | null;
}

/** Before the id of an envelope, in the data of the button that asks for one's own share. */
export const SHARE_DATA = "share:";

/** Also the caption of a picture. */
const MAX_CAPTION = 1024;

/** Builds an envelope's message, with the button to its claim page. */
export function renderEnvelopeMessage(
  app: Pick<App, "config" | "telegram">,
  language: Language,
  envelope: ShownEnvelope,
): BotMessage & Required<Pick<BotMessage, "button">> {
  const count = String(envelope.count);
  const words = findWords(language, envelope.remark, envelope.messageId);
  const lines = [
    tellHtml(language, "envelope.headline", { sender: nameShortly(envelope.senderName) }),
    tellHtml(language, "envelope.facts", {
      kind: tellPlain(language, `envelope.${envelope.type}`),
      ...nameAmount(language, envelope.coinType, envelope.totalBase),
      count,
    }),
    ...(words === "" ? [] : [`<blockquote>${escapeHtml(sanitizeText(words))}</blockquote>`]),
    // A message that its sender shared is edited at its end at most: it says nothing that goes stale.
    ...(envelope.chatId === null
      ? []
      : [
          tellHtml(language, "envelope.remaining", {
            remaining: String(envelope.count - envelope.claimedCount),
            count,
          }),
        ]),
    envelope.state === "open" ? tellHowToOpen(language, envelope) : tellHtml(language, `envelope.${envelope.state}`),
    ...(envelope.state === "open" && envelope.expiresAt !== null
      ? [tellHtml(language, "envelope.until", { time: { html: tellTime(language, envelope.expiresAt) } })]
      : []),
    ...(envelope.bestLuck === null ? [] : [tellBestLuck(language, envelope.coinType, envelope.bestLuck)]),
  ];
  const said = lines.join("\n");
  const rest = listOthers(envelope);
  const list = rest.shares.length === 0 ? "" : tellShares(language, rest, MAX_CAPTION - measureHtml(said) - 1);
  const { envelopeId, chatId } = envelope;
  const startParam =
    chatId === null
      ? formatStartParam("claim", envelopeId)
      : formatPostStartParam(app.config.appSecrets, envelopeId, chatId);
  return {
    html: list === "" ? said : `${said}\n${list}`,
    button: {
      text: tellPlain(language, envelope.state === "open" ? "envelope.open" : "envelope.seeResult"),
      url: formatAppLink(app, startParam),
    },
    question: { text: tellPlain(language, "share.button"), data: `${SHARE_DATA}${envelopeId}` },
  };
}

/** The best luck has a line of its own: the list goes on with everybody else. */
function listOthers({ coinType, shares, claimedCount, bestLuck }: ShownEnvelope) {
  if (bestLuck === null) return { coinType, shares, claimedCount };
  return {
    coinType,
    shares: shares.filter(({ amountBase }) => amountBase !== bestLuck.amountBase),
    claimedCount: claimedCount - bestLuck.names.length,
  };
}

/** Outside the envelope's group, private chats keep their names. */
function tellHowToOpen(language: Language, { memberChats, chatId }: ShownEnvelope): string {
  if (memberChats.length === 0) return tellHtml(language, "envelope.askPassphrase");
  const names = memberChats.map(({ title, isPrivate }) =>
    isPrivate && chatId === null ? tellPlain(language, "envelope.privateGroup") : nameShortly(title),
  );
  const groups = listNames(language, [...new Set(names)]);
  return tellHtml(language, "envelope.members", { groups });
}

/** A moment that each reader sees in their own zone; an older messenger shows it in UTC. */
function tellTime(language: Language, at: Date): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(at);
  return `<tg-time unix="${String(Math.floor(at.getTime() / 1000))}" format="Dt">${text} UTC</tg-time>`;
}
