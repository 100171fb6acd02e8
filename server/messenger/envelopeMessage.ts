import type { CoinType } from "#domain/coins.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { BotMessage } from "./botApi.ts";
import type { BestLuck, ShownEnvelope, ShownShare } from "./shownEnvelope.ts";
import {
  escapeHtml,
  listNames,
  measureHtml,
  nameAmount,
  nameShortly,
  sanitizeText,
  tellHtml,
  tellLink,
  tellPlain,
} from "./botText.ts";
import { formatPostStartParam, formatStartParam } from "./startParams.ts";

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
    button: tellLink(app, language, envelope.state === "open" ? "envelope.open" : "envelope.seeResult", startParam),
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

export function tellBestLuck(language: Language, coinType: CoinType, { names, amountBase }: BestLuck): string {
  return tellHtml(language, "envelope.bestLuck", {
    names: listNames(language, names.map(nameShortly)),
    ...nameAmount(language, coinType, amountBase),
  });
}

/** The shares as a folded quote of at most `room` characters: as many as fit, and how many more there are. */
function tellShares(
  language: Language,
  { coinType, shares, claimedCount }: { coinType: CoinType; shares: readonly ShownShare[]; claimedCount: number },
  room: number,
): string {
  const lines = shares.map(({ name, amountBase }) => {
    const { amount, coin } = nameAmount(language, coinType, amountBase);
    return escapeHtml(`${nameShortly(name)} · ${amount} ${coin}`);
  });
  for (let told = lines.length; told >= 0; told -= 1) {
    const rest = claimedCount - told;
    const more = rest > 0 ? [tellHtml(language, "envelope.more", { count: String(rest) })] : [];
    const quote = [...lines.slice(0, told), ...more].join("\n");
    if (quote !== "" && measureHtml(quote) <= room) return `<blockquote expandable>${quote}</blockquote>`;
  }
  return "";
}
